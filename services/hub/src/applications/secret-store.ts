import { fromNow, now, sql } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { hub } from '../generated/tables.ts';

const all = hub.table('applicationSecret');
const secrets = all.pick('id', 'last4', 'createdAt', 'expiresAt', 'lastUsedAt');
const live = secrets.only((of) => of.or([of('expiresAt', 'is', null), of('expiresAt', '>', now)]));
const current = all.pick('id', 'secretHash').only({ expiresAt: null });

/** A stored secret without its hash. */
export type SecretRecord = RowOf<typeof secrets>;

/** Newest first. */
export const listLiveSecrets = (tx: Tx, clientId: string): Promise<SecretRecord[]> =>
  live.list(tx, { where: { clientId }, orderBy: ['createdAt desc', 'id desc'] });

export const insertSecret = (
  tx: Tx,
  secret: Parameters<typeof secrets.insertReturning>[1],
): Promise<SecretRecord> => secrets.insertReturning(tx, secret);

/** Makes active secrets expire within these seconds; never extends their lifetime. */
export const expireSecrets = (tx: Tx, clientId: string, seconds: number): Promise<number> =>
  live.update(
    tx,
    { clientId },
    { expiresAt: sql<Date>`least(expires_at, ${fromNow(1_000 * seconds)})` },
  );

export const deleteSecret = (tx: Tx, clientId: string, id: string): Promise<number> =>
  secrets.delete(tx, { clientId, id });

/** Finds the secret that does not expire. */
export const findCurrentSecret = async (
  tx: Tx,
  clientId: string,
): Promise<RowOf<typeof current> | undefined> =>
  (await current.list(tx, { where: { clientId }, orderBy: 'id desc', limit: 1 }))[0];

/** Deletes the secrets of an application; null: all. */
export const deleteSecretsExcept = (tx: Tx, clientId: string, id: string | null): Promise<number> =>
  secrets.only((of) => of('id', 'is distinct from', id)).delete(tx, { clientId });
