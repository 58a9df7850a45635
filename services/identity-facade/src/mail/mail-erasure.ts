import type { Tx } from '@platform/kit/database';
import { deleteMailsTo } from './mail-store.ts';

export { listMailsOf } from './mail-store.ts';

/** Removes the mails of a user, by id and by address. Returns their number. */
export const forgetMailsTo = (
  tx: Tx,
  person: { userId: string; emails: readonly string[] },
): Promise<number> => deleteMailsTo(tx, person);
