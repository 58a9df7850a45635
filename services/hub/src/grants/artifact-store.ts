import { createHash } from 'node:crypto';
import { deleteOlder, now } from '@platform/kit/database';
import type { Database, RowOf, Tx } from '@platform/kit/database';
import { hub } from '../generated/tables.ts';

/** The payload of an artifact of the provider. */
export type Payload = Record<string, unknown>;

export interface Artifact {
  model: string;
  id: string;
  payload: Payload;
  expiresInSeconds: number | undefined;
}

const artifacts = hub
  .table('oidcArtifact')
  .narrow<{ payload: Payload }>()
  .pick('idHash', 'payload', 'consumedAt');

type ArtifactRow = Pick<RowOf<typeof artifacts>, 'payload' | 'consumedAt'>;

const handleMark = '#';
/** Whether {@link findArtifactByUserCode} made up the id: it identifies a row by its hash, and is useless to a client. */
export const isHandle = (id: string): boolean => id.startsWith(handleMark);
const handleOf = (hash: Buffer): string => `${handleMark}${hash.toString('base64url')}`;

/** The hash that an artifact is stored under. */
export const hashOf = (value: string): Buffer =>
  isHandle(value)
    ? Buffer.from(value.slice(handleMark.length), 'base64url')
    : createHash('sha256').update(value).digest();
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The payload to store, without the token, which the provider repeats in it as the id, and without the user code. */
const storedPayload = (payload: Payload): string =>
  JSON.stringify({ ...payload, jti: undefined, userCode: undefined });

const values = ({ model, id, payload, expiresInSeconds }: Artifact): unknown[] => [
  model,
  hashOf(id),
  text(payload['grantId']),
  text(payload['uid']),
  typeof payload['userCode'] === 'string' ? hashOf(payload['userCode']) : null,
  storedPayload(payload),
  expiresInSeconds ?? null,
];
const insert = `INSERT INTO oidc_artifact (tenant_id, model, id_hash, grant_id, uid, user_code_hash, payload, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8))`;

export const upsertArtifact = (tx: Tx, artifact: Artifact): Promise<unknown> =>
  tx.prepared('store_artifact', 'SELECT FROM store_artifact($1, $2, $3, $4, $5, $6, $7, $8)', [
    tx.context.tenantId,
    ...values(artifact),
  ]);

/** As {@link upsertArtifact}, in a transaction of its own. */
export const storeArtifact = (
  { db, tenantId }: { db: Pick<Database, 'callToCommit'>; tenantId: string },
  artifact: Artifact,
): Promise<unknown> => db.callToCommit({ tenantId }, 'store_artifact', values(artifact));

/** Stores a device code. False if it has been approved or denied: of two concurrent decisions the first counts. */
export const upsertDeviceCode = async (tx: Tx, artifact: Artifact): Promise<boolean> =>
  (await tx.execute(
    `${insert} ON CONFLICT ON CONSTRAINT oidc_artifact__id_key
     DO UPDATE SET payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid, expires_at = excluded.expires_at
     WHERE NOT oidc_artifact.payload ?| '{accountId,error}'`,
    [tx.context.tenantId, ...values(artifact)],
  )) > 0;

/** The payload of a row as the provider reads it. */
export const artifactOf = (
  { payload, consumedAt }: ArtifactRow,
  id: string | undefined,
): Payload => ({
  ...payload,
  ...(id === undefined ? {} : { jti: id }),
  ...(consumedAt ? { consumed: Math.floor(consumedAt.getTime() / 1000) } : {}),
});
const restored = (row: ArtifactRow | undefined, id: string | undefined): Payload | undefined =>
  row && artifactOf(row, id);

const live = artifacts.only((of) =>
  of.or([of('expiresAt', 'is', null), of('expiresAt', '>', now)]),
);

interface ArtifactReader {
  db: Pick<Database, 'call'>;
  tenantId: string;
}

export async function findArtifact(
  { db, tenantId }: ArtifactReader,
  { model, id }: Pick<Artifact, 'model' | 'id'>,
): Promise<Payload | undefined> {
  const args = [model, hashOf(id), null];
  const [row] = await db.call<ArtifactRow>({ tenantId }, 'find_artifact', args);
  return restored(row, id);
}

/** As {@link findArtifact}, for several ids of a model at once, in their order. */
export async function findArtifacts(
  tx: Tx,
  { model, ids }: { model: string; ids: readonly string[] },
): Promise<(Payload | undefined)[]> {
  const hashes = ids.map(hashOf);
  const rows = await live.list(tx, { where: { model, idHash: hashes }, orderBy: 'idHash' });
  return ids.map((id, i) =>
    restored(
      rows.find(({ idHash }) => idHash.equals(hashes[i]!)),
      id,
    ),
  );
}

export async function findArtifactByUid(
  { db, tenantId }: ArtifactReader,
  { model, uid }: { model: string; uid: string },
): Promise<Payload | undefined> {
  const [row] = await db.call<ArtifactRow>({ tenantId }, 'find_artifact', [model, null, uid]);
  return restored(row, undefined);
}

export const findArtifactByUserCode = async (
  tx: Tx,
  userCode: string,
): Promise<Payload | undefined> => {
  const row = await live.find(tx, { userCodeHash: hashOf(userCode), consumedAt: null });
  return restored(row, row && handleOf(row.idHash));
};

/** Consumes an artifact and returns its grant; undefined if it was consumed before or does not exist. */
export const consumeArtifact = async (
  tx: Tx,
  model: string,
  id: string,
): Promise<{ grantId: string | null } | undefined> =>
  (
    await tx.prepared<{ grantId: string | null }>(
      'consume_artifact',
      'SELECT * FROM consume_artifact($1, $2, $3)',
      [tx.context.tenantId, model, hashOf(id)],
    )
  )[0];

export interface EarlierRedemption {
  grantId: string | null;
  payload: Payload;
  /** Whether it was redeemed within the leeway. */
  isRecent: boolean;
  /** Whether the request that redeemed it has no response yet; assumed for at most ten seconds. */
  isUnderWay: boolean;
}

/** Reads the earlier redemption of an artifact. */
export const findRedemption = (
  tx: Tx,
  { model, id }: Pick<Artifact, 'model' | 'id'>,
  leewaySeconds: number,
): Promise<EarlierRedemption | undefined> =>
  tx.row(
    `SELECT grant_id, payload, consumed_at > now() - make_interval(secs => $4) AS is_recent,
       consumed_at > now() - interval '10 seconds' AND NOT payload ? 'answered' AS is_under_way
     FROM oidc_artifact WHERE tenant_id = $1 AND model = $2 AND id_hash = $3`,
    [tx.context.tenantId, model, hashOf(id), leewaySeconds],
  );

/** Records that the tokens for an artifact are being sent to the client. */
export const markAnswered = (tx: Tx, model: string, id: string): Promise<unknown> =>
  tx.prepared(
    'artifact_answered',
    `UPDATE oidc_artifact SET payload = payload || '{"answered": true}' WHERE tenant_id = $1 AND model = $2 AND id_hash = $3`,
    [tx.context.tenantId, model, hashOf(id)],
  );

/** Lets an artifact be redeemed again. */
export const releaseArtifact = (tx: Tx, model: string, id: string): Promise<number> =>
  artifacts.update(tx, { model, idHash: hashOf(id) }, { consumedAt: null });

/** Deletes an artifact and returns its payload. */
export const takeArtifact = async (
  tx: Tx,
  model: string,
  id: string,
): Promise<Payload | undefined> =>
  (await artifacts.deleteReturning(tx, { model, idHash: hashOf(id) }))?.payload;

export const deleteArtifact = (tx: Tx, model: string, id: string): Promise<unknown> =>
  tx.prepared(
    'artifact_delete',
    'DELETE FROM oidc_artifact WHERE tenant_id = $1 AND model = $2 AND id_hash = $3',
    [tx.context.tenantId, model, hashOf(id)],
  );

/** Deletes everything of a grant except interactions: the person who signs in now may not be the one who granted it. */
export const deleteGrantArtifacts = (tx: Tx, grantId: string): Promise<number> =>
  artifacts.only((of) => of('model', '<>', 'Interaction')).delete(tx, { grantId });

export const sweepArtifacts = (db: Pick<Database, 'work'>): Promise<number> =>
  deleteOlder(db, { table: 'oidc_artifact', column: 'expires_at', life: '1 minute' });
