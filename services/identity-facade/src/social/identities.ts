import type { Tx } from '@platform/kit/database';
import { deleteIdentitiesOf, listIdentities } from './identity-store.ts';

/** The identities of a user at providers. */
export const describeIdentities = async (tx: Tx, userId: string) =>
  (await listIdentities(tx, userId)).map(({ provider, issuer, subject, email, linkedAt }) => ({
    provider,
    issuer,
    subject,
    email: email ?? '',
    linkedAt: linkedAt.toISOString(),
  }));

/** Removes the identities of a user. Returns their number. */
export const removeIdentitiesOf = (tx: Tx, userId: string): Promise<number> =>
  deleteIdentitiesOf(tx, userId);
