import { fromNow, now } from '@platform/kit/database';
import type { Tx, WorkerTx } from '@platform/kit/database';
import { directory } from '../../generated/tables.ts';
import { bearers } from './bearer-record.ts';
import type { BearerRecord } from './bearer-record.ts';

const liveAt = (at: Date) =>
  bearers.only((of) => of.and([of('state', '<>', 'revoked'), of('expiresAt', '>', at)]));
const deadAt = (at: Date) =>
  bearers.only((of) => of.or([of('state', '=', 'revoked'), of('expiresAt', '<=', at)]));

/** Live bearers, and the latest `dead` of the others; newest first. */
export const listBearers = (
  tx: Tx,
  directoryId: string,
  { now: at, dead }: { now: Date; dead: number },
): Promise<BearerRecord[]> => {
  const latestDead = deadAt(at)
    .select(tx)
    .where('directoryId', '=', directoryId)
    .orderBy('id', 'desc')
    .limit(dead);
  return tx.rows(
    liveAt(at)
      .select(tx)
      .where('directoryId', '=', directoryId)
      .unionAll((of) => of.parens(latestDead))
      .orderBy('id', 'desc'),
  );
};

/** Expiry times of the bearers of a directory that are live at `at`. */
export const bearerExpiries = async (tx: Tx, directoryId: string, at: Date): Promise<Date[]> =>
  (await liveAt(at).list(tx, { where: { directoryId }, orderBy: 'id' })).map((b) => b.expiresAt);

/** Counts all bearers that a directory has ever had. */
export const countBearers = (tx: Tx, directoryId: string): Promise<number> =>
  bearers.count(tx, { directoryId });

export const findBearer = (tx: Tx, id: string): Promise<BearerRecord | undefined> =>
  bearers.find(tx, { id });

export const lockBearer = (tx: Tx, id: string): Promise<BearerRecord | undefined> =>
  bearers.lock(tx, { id });

export const insertBearer = (tx: Tx, bearer: BearerRecord): Promise<number> =>
  bearers.insert(tx, bearer);

export const updateBearer = (
  tx: Tx,
  { id, state, expiresAt, replacedBy, revokedAt, nextNoticeAt }: BearerRecord,
): Promise<number> =>
  bearers.update(tx, { id }, { state, expiresAt, replacedBy, revokedAt, nextNoticeAt });

/** Marks a bearer as used, at most once a minute. */
export const touchBearer = (tx: Tx, id: string, lastUsedIp: string): Promise<number> =>
  bearers
    .only((of) => of.or([of('lastUsedAt', 'is', null), of('lastUsedAt', '<', fromNow(-60_000))]))
    .update(tx, { id }, { lastUsedAt: now, lastUsedIp });

/** Finds the owner of a token, whose tenant is not known yet. */
export const findBearerByLookup = (
  tx: WorkerTx,
  directoryId: string,
  lookup: string,
): Promise<{ tenantId: string; id: string } | undefined> =>
  tx.row(
    directory.query
      .selectFrom('scimBearers')
      .select(['tenantId', 'id'])
      .where('lookup', '=', lookup)
      .where('directoryId', '=', directoryId),
  );

/** Bearers of all tenants with a due expiry notice. */
export const listDueNotices = (
  tx: WorkerTx,
  limit: number,
): Promise<{ tenantId: string; id: string }[]> => bearers.pick('id').due(tx, 'nextNoticeAt', limit);
