import type { Tx } from '@platform/kit/database';
import { listBearers } from './bearer-store.ts';

/** When the bearers of a directory that work at `now` expire. */
export const bearerExpiries = async (tx: Tx, directoryId: string, now: Date): Promise<Date[]> =>
  (await listBearers(tx, directoryId, { now, dead: 0 })).map(({ expiresAt }) => expiresAt);
