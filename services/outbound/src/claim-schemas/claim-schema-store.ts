import { lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { outboundLocks } from '../advisory-locks.ts';
import type { ClaimSchemaRecord } from './claim-schema-record.ts';

const columns = `claim_name, schema, source, client_ids, scopes, tokens, required, default_json, description, enabled, revision,
  created_at, updated_at`;

export const findClaimSchema = (
  tx: Tx,
  claimName: string,
): Promise<ClaimSchemaRecord | undefined> =>
  tx.row<ClaimSchemaRecord>(
    `SELECT ${columns} FROM claim_schemas WHERE tenant_id = $1 AND claim_name = $2`,
    [tx.context.tenantId, claimName],
  );

export const lockClaimSchema = (
  tx: Tx,
  claimName: string,
): Promise<ClaimSchemaRecord | undefined> =>
  tx.row<ClaimSchemaRecord>(
    `SELECT ${columns} FROM claim_schemas WHERE tenant_id = $1 AND claim_name = $2 FOR UPDATE`,
    [tx.context.tenantId, claimName],
  );

/** By name, in the order of its characters. */
export const listClaimSchemas = (
  tx: Tx,
  after: string | undefined,
  limit: number,
): Promise<ClaimSchemaRecord[]> =>
  tx.rows<ClaimSchemaRecord>(
    `SELECT ${columns} FROM claim_schemas WHERE tenant_id = $1 AND ($2::text IS NULL OR claim_name COLLATE "C" > $2) ORDER BY claim_name COLLATE "C" LIMIT $3`,
    [tx.context.tenantId, after ?? null, limit],
  );

/** All that are enabled; of one client, or of any. */
export const listEnabledClaimSchemas = (tx: Tx, clientId?: string): Promise<ClaimSchemaRecord[]> =>
  tx.rows<ClaimSchemaRecord>(
    `SELECT ${columns} FROM claim_schemas WHERE tenant_id = $1 AND enabled AND ($2::text IS NULL OR client_ids = '{}' OR $2 = ANY(client_ids)) ORDER BY claim_name COLLATE "C"`,
    [tx.context.tenantId, clientId ?? null],
  );

/** Writes of a tenant come one after the other, so that the count is exact, and a name is made once. */
export const lockClaimSchemas = (tx: Tx): Promise<number> =>
  lock(tx, outboundLocks.claimSchemas, tx.context.tenantId);

export const countClaimSchemas = async (tx: Tx): Promise<number> =>
  (
    await tx.row<{ n: number }>('SELECT count(*) AS n FROM claim_schemas WHERE tenant_id = $1', [
      tx.context.tenantId,
    ])
  )?.n ?? 0;

export const upsertClaimSchema = (tx: Tx, s: ClaimSchemaRecord): Promise<number> =>
  tx.execute(
    `INSERT INTO claim_schemas (tenant_id, claim_name, schema, source, endpoint_id, client_ids, scopes, tokens, required, default_json, description, enabled, revision, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
   ON CONFLICT (tenant_id, claim_name) DO UPDATE SET schema = excluded.schema, source = excluded.source, endpoint_id = excluded.endpoint_id, client_ids = excluded.client_ids,
     scopes = excluded.scopes, tokens = excluded.tokens, required = excluded.required, default_json = excluded.default_json, description = excluded.description,
     enabled = excluded.enabled, revision = excluded.revision, updated_at = excluded.updated_at`,
    [
      tx.context.tenantId,
      s.claimName,
      JSON.stringify(s.schema),
      JSON.stringify(s.source),
      s.source.kind === 'endpoint' ? s.source.endpointId : null,
      s.clientIds,
      s.scopes,
      s.tokens,
      s.required,
      s.defaultJson,
      s.description,
      s.enabled,
      s.revision,
      s.createdAt,
      s.updatedAt,
    ],
  );

export const deleteClaimSchema = (tx: Tx, claimName: string): Promise<number> =>
  tx.execute('DELETE FROM claim_schemas WHERE tenant_id = $1 AND claim_name = $2', [
    tx.context.tenantId,
    claimName,
  ]);

/** Claims that come from an endpoint, enabled or not. */
export const claimsOfEndpoint = async (tx: Tx, endpointId: string): Promise<string[]> =>
  (
    await tx.rows<{ name: string }>(
      'SELECT claim_name AS name FROM claim_schemas WHERE tenant_id = $1 AND endpoint_id = $2 ORDER BY claim_name COLLATE "C"',
      [tx.context.tenantId, endpointId],
    )
  ).map(({ name }) => name);

/** Whether an endpoint is there to be asked for claims; it cannot go until this commits. */
export const isClaimEndpoint = async (tx: Tx, endpointId: string): Promise<boolean> =>
  (await tx.row(
    "SELECT 1 FROM webhook_endpoints WHERE tenant_id = $1 AND id = $2 AND 'claims' = ANY(purposes) FOR SHARE",
    [tx.context.tenantId, endpointId],
  )) !== undefined;
