import type { ApplicationTypeName } from '@platform/contracts';
import { lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { hubLocks } from '../advisory-locks.ts';
import type { SetSettings } from './application-settings.ts';

/** The claims webhook of an application, without its secret. */
export interface WebhookColumns {
  url: string;
  tokenTypes: ('access_token' | 'id_token')[];
  failureMode: 'omit' | 'deny';
  timeoutMilliseconds: number;
  version: number;
}

/** An application as it is stored. */
export interface ApplicationRow {
  clientId: string;
  name: string;
  type: ApplicationTypeName;
  settings: SetSettings;
  allowedScopes: string[];
  enabled: boolean;
  isPlatform: boolean;
  version: number;
  createdAt: Date;
  /** `created_at` with all its digits, for cursors. */
  position: string;
  updatedAt: Date;
  webhook: WebhookColumns | null;
}

/** What a write gives. */
export type ApplicationColumns = Pick<
  ApplicationRow,
  'clientId' | 'name' | 'type' | 'settings' | 'allowedScopes' | 'enabled'
>;

const select = `
  SELECT a.client_id, a.name, a.type, a.settings, a.allowed_scopes, a.enabled, a.is_platform, a.version, a.created_at, a.created_at::text AS position, a.updated_at,
    CASE WHEN w.url IS NOT NULL THEN jsonb_build_object('url', w.url, 'tokenTypes', w.token_types, 'failureMode', w.failure_mode,
      'timeoutMilliseconds', w.timeout_milliseconds, 'version', w.version) END AS webhook
  FROM application a LEFT JOIN claims_webhook w ON w.tenant_id = a.tenant_id AND w.client_id = a.client_id
  WHERE a.tenant_id = $1 AND a.deleted_at IS NULL`;

export const findApplication = (tx: Tx, clientId: string): Promise<ApplicationRow | undefined> =>
  tx.row(`${select} AND a.client_id = $2`, [tx.context.tenantId, clientId]);

/** The row, locked until the transaction ends. */
export const lockApplication = (tx: Tx, clientId: string): Promise<ApplicationRow | undefined> =>
  tx.row(`${select} AND a.client_id = $2 FOR UPDATE OF a`, [tx.context.tenantId, clientId]);

/** Newest first, from behind `after` on. */
export const listApplications = (
  tx: Tx,
  {
    type,
    after,
    limit,
  }: { type?: string | undefined; after?: readonly (string | number)[] | undefined; limit: number },
): Promise<ApplicationRow[]> =>
  tx.rows(
    `${select} AND ($2::text IS NULL OR a.type = $2) AND ($3::timestamptz IS NULL OR (a.created_at, a.client_id) < ($3, $4))
    ORDER BY a.created_at DESC, a.client_id DESC LIMIT $5`,
    [tx.context.tenantId, type ?? null, after?.[0] ?? null, after?.[1] ?? null, limit],
  );

const maxBrowserApplications = 20;

/** Enabled applications of the tenant that people open in a browser. */
export const listBrowserApplications = (tx: Tx): Promise<ApplicationRow[]> =>
  tx.rows(
    `${select} AND a.enabled AND NOT a.is_platform AND a.type IN ('web', 'spa') ORDER BY a.created_at LIMIT $2`,
    [tx.context.tenantId, maxBrowserApplications],
  );

/** Registrations of one tenant go one after the other, so that two of them cannot pass the limit together. */
export const lockRegistration = (tx: Tx): Promise<unknown> =>
  lock(tx, hubLocks.applications, tx.context.tenantId);

/** Whether an enabled application other than this one may have the scope. */
export const isScopeHeldElsewhere = async (
  tx: Tx,
  { scope, clientId }: { scope: string; clientId: string },
): Promise<boolean> =>
  (
    await tx.row<{ held: boolean }>(
      `SELECT EXISTS (SELECT FROM application
         WHERE tenant_id = $1 AND client_id <> $2 AND enabled AND deleted_at IS NULL AND $3 = ANY (allowed_scopes)) AS held`,
      [tx.context.tenantId, clientId, scope],
    )
  )?.held === true;

export const countApplications = async (tx: Tx): Promise<number> =>
  (
    await tx.row<{ n: number }>(
      'SELECT count(*) AS n FROM application WHERE tenant_id = $1 AND deleted_at IS NULL',
      [tx.context.tenantId],
    )
  )?.n ?? 0;

/** False when the id is taken, by a deleted application too. */
export const insertApplication = async (tx: Tx, row: ApplicationColumns): Promise<boolean> =>
  1 ===
  (await tx.execute(
    `INSERT INTO application (tenant_id, client_id, name, type, settings, allowed_scopes, enabled, may_have_policies) VALUES ($1, $2, $3, $4, $5, $6, $7, false)
   ON CONFLICT DO NOTHING`,
    [
      tx.context.tenantId,
      row.clientId,
      row.name,
      row.type,
      row.settings,
      row.allowedScopes,
      row.enabled,
    ],
  ));

export const updateApplication = (tx: Tx, row: ApplicationColumns): Promise<number> =>
  tx.execute(
    `UPDATE application SET name = $3, settings = $4, allowed_scopes = $5, enabled = $6, version = version + 1, updated_at = now()
   WHERE tenant_id = $1 AND client_id = $2`,
    [tx.context.tenantId, row.clientId, row.name, row.settings, row.allowedScopes, row.enabled],
  );

/** Records that the application may have access policies from now on. False where the tenant has no such application. */
export const expectPolicies = async (tx: Tx, clientId: string): Promise<boolean> =>
  1 ===
  (await tx.execute(
    'UPDATE application SET may_have_policies = true WHERE tenant_id = $1 AND client_id = $2 AND deleted_at IS NULL',
    [tx.context.tenantId, clientId],
  ));

/** What is shown of the application has changed elsewhere. */
export const touchApplication = (tx: Tx, clientId: string): Promise<number> =>
  tx.execute(
    'UPDATE application SET version = version + 1, updated_at = now() WHERE tenant_id = $1 AND client_id = $2',
    [tx.context.tenantId, clientId],
  );

/** Leaves the id behind, and nothing else. */
export async function deleteApplication(tx: Tx, clientId: string): Promise<void> {
  const key = [tx.context.tenantId, clientId];
  await tx.execute('DELETE FROM application_secret WHERE tenant_id = $1 AND client_id = $2', key);
  await tx.execute('DELETE FROM claims_webhook WHERE tenant_id = $1 AND client_id = $2', key);
  await tx.execute(
    `UPDATE application SET deleted_at = now(), updated_at = now(), enabled = false, name = '', settings = '{}', allowed_scopes = '{}'
    WHERE tenant_id = $1 AND client_id = $2`,
    key,
  );
}

/** A client of the platform's own: neither disabled nor deleted through the API. False when it is there already. */
export const insertSeededApplication = async (
  tx: Tx,
  row: Omit<ApplicationColumns, 'enabled'> & Pick<ApplicationRow, 'isPlatform'>,
): Promise<boolean> =>
  1 ===
  (await tx.execute(
    `INSERT INTO application (tenant_id, client_id, name, type, settings, allowed_scopes, is_platform, may_have_policies) VALUES ($1, $2, $3, $4, $5, $6, $7, false)
   ON CONFLICT DO NOTHING`,
    [
      tx.context.tenantId,
      row.clientId,
      row.name,
      row.type,
      row.settings,
      row.allowedScopes,
      row.isPlatform,
    ],
  ));

/** Puts an application in the place of whatever has its id, a deleted one too. Its settings are the default ones. */
export const replaceApplication = (
  tx: Tx,
  row: Pick<ApplicationColumns, 'clientId' | 'name' | 'type' | 'allowedScopes'>,
): Promise<number> =>
  tx.execute(
    `INSERT INTO application AS a (tenant_id, client_id, name, type, allowed_scopes, may_have_policies) VALUES ($1, $2, $3, $4, $5, false)
     ON CONFLICT ON CONSTRAINT application__client_id_key DO UPDATE SET name = $3, type = $4, allowed_scopes = $5, settings = '{}',
       enabled = true, may_have_policies = true, created_at = CASE WHEN a.deleted_at IS NULL THEN a.created_at ELSE now() END, deleted_at = NULL,
       version = a.version + 1, updated_at = now()`,
    [tx.context.tenantId, row.clientId, row.name, row.type, row.allowedScopes],
  );

/** Adds what is missing; nothing is taken away. */
export const addAllowedScopes = (
  tx: Tx,
  clientId: string,
  scopes: readonly string[],
): Promise<number> =>
  tx.execute(
    `UPDATE application SET allowed_scopes = ARRAY(SELECT DISTINCT unnest(allowed_scopes || $3::text[])), version = version + 1, updated_at = now()
   WHERE tenant_id = $1 AND client_id = $2 AND deleted_at IS NULL AND NOT allowed_scopes @> $3::text[]`,
    [tx.context.tenantId, clientId, scopes],
  );
