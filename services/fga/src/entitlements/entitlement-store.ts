import type { Tx } from '@platform/kit/database';

/** One family of a tenant as it is stored. */
export interface EntitlementRow {
  family: string;
  byDefault: boolean;
  /** The operator's word, while it holds. */
  granted: boolean | null;
  reason: string | null;
  since: Date;
  expiresAt: Date | null;
}

const isOver = 'expires_at <= now()';

/** What holds now; the operator's word counts until its end. */
export const listEntitlements = (tx: Tx): Promise<EntitlementRow[]> =>
  tx.prepared(
    'entitlements',
    `SELECT family, by_default, CASE WHEN ${isOver} THEN NULL ELSE granted END AS granted, CASE WHEN ${isOver} THEN NULL ELSE reason END AS reason,
     CASE WHEN ${isOver} THEN expires_at ELSE since END AS since, CASE WHEN ${isOver} THEN NULL ELSE expires_at END AS expires_at
   FROM entitlements WHERE tenant_id = $1`,
    [tx.context.tenantId],
  );

/** Undefined for a tenant that was never seen. */
export const findEntitlementRevision = async (tx: Tx): Promise<number | undefined> =>
  (
    await tx.prepared<{ revision: number }>(
      'entitlement_revision',
      'SELECT revision FROM entitlement_sets WHERE tenant_id = $1',
      [tx.context.tenantId],
    )
  )[0]?.revision;

/** False when somebody else was first. */
export const insertSet = async (tx: Tx): Promise<boolean> =>
  (await tx.execute(
    'INSERT INTO entitlement_sets (tenant_id, revision) VALUES ($1, 1) ON CONFLICT DO NOTHING',
    [tx.context.tenantId],
  )) === 1;

export const insertDefaults = (
  tx: Tx,
  families: readonly { family: string; entitled: boolean }[],
): Promise<number> =>
  tx.execute(
    'INSERT INTO entitlements (tenant_id, family, by_default) SELECT $1, f.family, f.entitled FROM unnest($2::text[], $3::boolean[]) AS f (family, entitled)',
    [tx.context.tenantId, families.map((f) => f.family), families.map((f) => f.entitled)],
  );

/** The next revision, above `atLeast` too; the set is locked until the transaction ends. */
export const raiseEntitlementRevision = async (tx: Tx, atLeast = 0): Promise<number> =>
  (
    await tx.row<{ revision: number }>(
      'UPDATE entitlement_sets SET revision = greatest(revision, $2) + 1 WHERE tenant_id = $1 RETURNING revision',
      [tx.context.tenantId, atLeast],
    )
  )?.revision ?? 0;

/** The revision, locked until the transaction ends. */
export const lockSet = async (tx: Tx): Promise<number | undefined> =>
  (
    await tx.row<{ revision: number }>(
      'SELECT revision FROM entitlement_sets WHERE tenant_id = $1 FOR UPDATE',
      [tx.context.tenantId],
    )
  )?.revision;

export const putEntitlement = (
  tx: Tx,
  e: { family: string; granted: boolean; reason: string; expiresAt: string | null },
): Promise<number> =>
  tx.execute(
    `INSERT INTO entitlements (tenant_id, family, by_default, granted, reason, since, expires_at) VALUES ($1, $2, false, $3, $4, now(), $5)
   ON CONFLICT (tenant_id, family) DO UPDATE SET granted = $3, reason = $4, since = now(), expires_at = $5`,
    [tx.context.tenantId, e.family, e.granted, e.reason, e.expiresAt],
  );

/** Ends what is over: the default holds again. Answers what the operator had said. */
export const endOver = (tx: Tx): Promise<{ family: string; granted: boolean }[]> =>
  tx.rows(
    `UPDATE entitlements e SET granted = NULL, reason = NULL, since = e.expires_at, expires_at = NULL
   FROM (SELECT family, granted FROM entitlements WHERE tenant_id = $1 AND ${isOver} FOR UPDATE) AS was
   WHERE e.tenant_id = $1 AND e.family = was.family RETURNING e.family, was.granted`,
    [tx.context.tenantId],
  );
