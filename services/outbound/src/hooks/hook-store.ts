import type { HookStageName } from '@platform/contracts';
import { lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { outboundLocks } from '../advisory-locks.ts';
import type { HookRecord } from './hook-record.ts';

const columns = `id, name, stage, url, position, client_ids, failure_mode, timeout_ms AS timeout_milliseconds,
  headers, header_names, enabled, version, created_at, updated_at`;

export const findHook = (tx: Tx, id: string): Promise<HookRecord | undefined> =>
  tx.row<HookRecord>(`SELECT ${columns} FROM hooks WHERE tenant_id = $1 AND id = $2`, [
    tx.context.tenantId,
    id,
  ]);

export const lockHook = (tx: Tx, id: string): Promise<HookRecord | undefined> =>
  tx.row<HookRecord>(`SELECT ${columns} FROM hooks WHERE tenant_id = $1 AND id = $2 FOR UPDATE`, [
    tx.context.tenantId,
    id,
  ]);

/** Where a list goes on. */
export type HookPosition = [stage: string, position: number, id: string];

/** By stage, position and age. */
export const listHooks = (
  tx: Tx,
  stage: HookStageName | undefined,
  after: HookPosition | undefined,
  limit: number,
): Promise<HookRecord[]> =>
  tx.rows<HookRecord>(
    `SELECT ${columns} FROM hooks WHERE tenant_id = $1 AND ($2::text IS NULL OR stage = $2)
       AND ($3::text IS NULL OR (stage, position, id) > ($3, $4, $5))
     ORDER BY stage, position, id LIMIT $6`,
    [tx.context.tenantId, stage ?? null, ...(after ?? [null, null, null]), limit],
  );

/** Those that are called at a stage, in their order. */
export const listEnabledHooks = (tx: Tx, stage: string): Promise<HookRecord[]> =>
  tx.rows<HookRecord>(
    `SELECT ${columns} FROM hooks WHERE tenant_id = $1 AND stage = $2 AND enabled ORDER BY position, id`,
    [tx.context.tenantId, stage],
  );

/** Changes of what is enabled come one after the other, so that the count is exact. */
export async function countEnabledHooksLocked(
  tx: Tx,
  stage: HookStageName,
  exceptId: string,
): Promise<number> {
  await lock(tx, outboundLocks.hooks, tx.context.tenantId);
  const row = await tx.row<{ n: number }>(
    'SELECT count(*) AS n FROM hooks WHERE tenant_id = $1 AND stage = $2 AND enabled AND id <> $3',
    [tx.context.tenantId, stage, exceptId],
  );
  return row?.n ?? 0;
}

/** All hooks of a tenant, enabled or not. Call it with the lock of {@link countEnabledHooksLocked}. */
export async function countHooks(tx: Tx): Promise<number> {
  const row = await tx.row<{ n: number }>('SELECT count(*) AS n FROM hooks WHERE tenant_id = $1', [
    tx.context.tenantId,
  ]);
  return row?.n ?? 0;
}

const valuesOf = (tx: Tx, hook: HookRecord): unknown[] => [
  tx.context.tenantId,
  hook.id,
  hook.name,
  hook.stage,
  hook.url,
  hook.position,
  hook.clientIds,
  hook.failureMode,
  hook.timeoutMilliseconds,
  hook.headers,
  hook.headerNames,
  hook.enabled,
  hook.version,
  hook.createdAt,
  hook.updatedAt,
];

export const insertHook = (tx: Tx, hook: HookRecord): Promise<number> =>
  tx.execute(
    `INSERT INTO hooks (tenant_id, id, name, stage, url, position, client_ids, failure_mode, timeout_ms, headers, header_names, enabled, version, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    valuesOf(tx, hook),
  );

export const updateHook = (tx: Tx, hook: HookRecord): Promise<number> =>
  tx.execute(
    `UPDATE hooks SET name = $3, stage = $4, url = $5, position = $6, client_ids = $7, failure_mode = $8, timeout_ms = $9, headers = $10,
       header_names = $11, enabled = $12, version = $13, created_at = $14, updated_at = $15
     WHERE tenant_id = $1 AND id = $2`,
    valuesOf(tx, hook),
  );

export const deleteHook = (tx: Tx, id: string): Promise<number> =>
  tx.execute('DELETE FROM hooks WHERE tenant_id = $1 AND id = $2', [tx.context.tenantId, id]);
