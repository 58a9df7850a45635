import type { ClaimSource, ClaimToken } from '@platform/contracts';
import { lock, sql } from '@platform/kit/database';
import type { RowOf, Tx } from '@platform/kit/database';
import { outboundLocks } from '../advisory-locks.ts';
import { outbound } from '../generated/tables.ts';

const stored = outbound.table('claimSchemas').narrow<{
  schema: Record<string, unknown>;
  source: ClaimSource;
  tokens: ClaimToken[];
  /** Null if there is none. */
  defaultJson: string | null;
}>();
const schemas = stored.omit('endpointId');
const claimEndpoints = outbound
  .table('webhookEndpoints')
  .only(() => sql<boolean>`'claims' = any(purposes)`)
  .pick('id');
/** Names in code point order. */
const name = sql<string>`claim_name COLLATE "C"`;

export type ClaimSchemaRecord = RowOf<typeof schemas>;

export const findClaimSchema = (
  tx: Tx,
  claimName: string,
): Promise<ClaimSchemaRecord | undefined> => schemas.find(tx, { claimName });

export const lockClaimSchema = (
  tx: Tx,
  claimName: string,
): Promise<ClaimSchemaRecord | undefined> => schemas.lock(tx, { claimName });

/** Lists schemas by name. */
export const listClaimSchemas = (
  tx: Tx,
  after: string | undefined,
  limit: number,
): Promise<ClaimSchemaRecord[]> => {
  const page = schemas.select(tx).orderBy(name).limit(limit);
  return tx.rows(after === undefined ? page : page.where(name, '>', after));
};

/** Lists the enabled schemas of one client, or of all. */
export const listEnabledClaimSchemas = (
  tx: Tx,
  clientId?: string,
): Promise<ClaimSchemaRecord[]> => {
  const enabled = schemas.select(tx).where('enabled', '=', true).orderBy(name);
  return tx.rows(
    clientId === undefined
      ? enabled
      : enabled.where(sql<boolean>`(client_ids = '{}' OR ${clientId} = any(client_ids))`),
  );
};

/** Serializes a tenant's writes, so that the count is exact and a name is created once. */
export const lockClaimSchemas = (tx: Tx): Promise<number> =>
  lock(tx, outboundLocks.claimSchemas, tx.context.tenantId);

export const countClaimSchemas = (tx: Tx): Promise<number> => schemas.count(tx);

export const upsertClaimSchema = (tx: Tx, schema: ClaimSchemaRecord): Promise<number> => {
  const { source } = schema;
  const endpointId = source.kind === 'endpoint' ? source.endpointId : null;
  return stored.upsert(tx, { ...schema, endpointId }, ['claimName']);
};

export const deleteClaimSchema = (tx: Tx, claimName: string): Promise<number> =>
  schemas.delete(tx, { claimName });

/** Lists the claims that come from an endpoint, enabled or not. */
export const claimsOfEndpoint = async (tx: Tx, endpointId: string): Promise<string[]> =>
  (
    await tx.rows(
      stored.pick('claimName').select(tx).where('endpointId', '=', endpointId).orderBy(name),
    )
  ).map(({ claimName }) => claimName);

/** Whether an endpoint has the purpose `claims`. Locks it against deletion until the transaction ends. */
export const isClaimEndpoint = async (tx: Tx, id: string): Promise<boolean> =>
  (await claimEndpoints.share(tx, { id })) !== undefined;
