import type { ClaimsWebhookSetting } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** A claims webhook as it is stored; a cleared one keeps its version alone. */
export interface ClaimsWebhookRow {
  clientId: string;
  url: string | null;
  secretSealed: string | null;
  tokenTypes: ('access_token' | 'id_token')[];
  failureMode: 'omit' | 'deny';
  timeoutMilliseconds: number;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

const columns =
  'client_id, url, secret_sealed, token_types, failure_mode, timeout_milliseconds, version, created_at, updated_at';

export const findClaimsWebhook = (
  tx: Tx,
  clientId: string,
): Promise<ClaimsWebhookRow | undefined> =>
  tx.row(`SELECT ${columns} FROM claims_webhook WHERE tenant_id = $1 AND client_id = $2`, [
    tx.context.tenantId,
    clientId,
  ]);

export const upsertClaimsWebhook = (
  tx: Tx,
  clientId: string,
  setting: ClaimsWebhookSetting,
  secretSealed: string,
): Promise<ClaimsWebhookRow | undefined> =>
  tx.row(
    `INSERT INTO claims_webhook (tenant_id, client_id, url, secret_sealed, token_types, failure_mode, timeout_milliseconds, version) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
   ON CONFLICT ON CONSTRAINT claims_webhook__client_id_key DO UPDATE SET url = $3, secret_sealed = $4, token_types = $5, failure_mode = $6, timeout_milliseconds = $7, version = $8, updated_at = now()
   RETURNING ${columns}`,
    [
      tx.context.tenantId,
      clientId,
      setting.url,
      secretSealed,
      setting.tokenTypes,
      setting.failureMode,
      setting.timeoutMilliseconds,
      setting.version,
    ],
  );

export const clearClaimsWebhook = (tx: Tx, clientId: string, version: number): Promise<number> =>
  tx.execute(
    'UPDATE claims_webhook SET url = NULL, secret_sealed = NULL, version = $3, updated_at = now() WHERE tenant_id = $1 AND client_id = $2',
    [tx.context.tenantId, clientId, version],
  );

/** Keeps the version of a clearing where nothing is set. */
export const keepClearedVersion = (tx: Tx, clientId: string, version: number): Promise<number> =>
  tx.execute(
    `INSERT INTO claims_webhook AS w (tenant_id, client_id, token_types, version) VALUES ($1, $2, '{}', $3)
   ON CONFLICT ON CONSTRAINT claims_webhook__client_id_key DO UPDATE SET version = $3, updated_at = now() WHERE w.url IS NULL AND w.version < $3`,
    [tx.context.tenantId, clientId, version],
  );
