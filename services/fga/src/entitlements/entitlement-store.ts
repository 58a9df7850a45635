import type { Tx, RowOf } from '@platform/kit/database';
import { sql } from '@platform/kit/database';
import { fga } from '../generated/tables.ts';

const entitlements = fga.table('entitlements');
const sets = fga.table('entitlementSets');

/**
 * One family of a tenant. `granted` and `reason` are the operator's decision while it is in force.
 */
export type EntitlementRow = RowOf<typeof entitlements>;

const isOver = 'expires_at <= now()';

/** Current entitlements. The operator's decision counts until it expires. */
export const listEntitlements = (tx: Tx): Promise<EntitlementRow[]> =>
  tx.prepared(
    'entitlements',
    `SELECT family, by_default, CASE WHEN ${isOver} THEN NULL ELSE granted END AS granted, CASE WHEN ${isOver} THEN NULL ELSE reason END AS reason,
     CASE WHEN ${isOver} THEN expires_at ELSE since END AS since, CASE WHEN ${isOver} THEN NULL ELSE expires_at END AS expires_at
   FROM entitlements WHERE tenant_id = $1`,
    [tx.context.tenantId],
  );

/** Undefined for an unknown tenant. */
export const findEntitlementRevision = async (tx: Tx): Promise<number | undefined> =>
  (
    await tx.prepared<{ revision: number }>(
      'entitlement_revision',
      'SELECT revision FROM entitlement_sets WHERE tenant_id = $1',
      [tx.context.tenantId],
    )
  )[0]?.revision;

/** False if the tenant already has a set. */
export const insertSet = async (tx: Tx): Promise<boolean> =>
  (await sets.insertIfAbsent(tx, { revision: 1 })) === 1;

export const insertDefaults = (
  tx: Tx,
  families: readonly { family: string; entitled: boolean }[],
): Promise<number> =>
  entitlements.insert(
    tx,
    families.map(({ family, entitled }) => ({ family, byDefault: entitled })),
  );

/** Raises the revision above `atLeast` and locks the set until the transaction ends. */
export async function raiseEntitlementRevision(tx: Tx, atLeast = 0): Promise<number> {
  const raised = sql<number>`greatest(revision, ${atLeast}) + 1`;
  return (await sets.updateReturning(tx, {}, { revision: raised }))?.revision ?? 0;
}

/** Locks and returns the revision. */
export const lockSet = async (tx: Tx): Promise<number | undefined> =>
  (await sets.lock(tx, {}))?.revision;

export const putEntitlement = (
  tx: Tx,
  e: { family: string; granted: boolean; reason: string; expiresAt: string | null },
): Promise<number> =>
  tx.execute(
    `INSERT INTO entitlements (tenant_id, family, by_default, granted, reason, since, expires_at) VALUES ($1, $2, false, $3, $4, now(), $5)
   ON CONFLICT (tenant_id, family) DO UPDATE SET granted = $3, reason = $4, since = now(), expires_at = $5`,
    [tx.context.tenantId, e.family, e.granted, e.reason, e.expiresAt],
  );

/** Ends expired decisions of the operator, so that the default applies again. Returns them. */
export const endOver = (tx: Tx): Promise<{ family: string; granted: boolean }[]> =>
  tx.rows(
    `UPDATE entitlements e SET granted = NULL, reason = NULL, since = e.expires_at, expires_at = NULL
   FROM (SELECT family, granted FROM entitlements WHERE tenant_id = $1 AND ${isOver} FOR UPDATE) AS was
   WHERE e.tenant_id = $1 AND e.family = was.family RETURNING e.family, was.granted`,
    [tx.context.tenantId],
  );
