import type { Actor } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** A rule as it is stored. */
export interface IpRuleRow {
  id: string;
  action: 'allow' | 'deny';
  cidr: string;
  description: string | null;
  expiresAt: Date | null;
  createdBy: Actor;
  createdAt: Date;
  /** `created_at` with all its digits, for cursors. */
  position: string;
}

const columns =
  'id, action, cidr, description, expires_at, created_by, created_at, created_at::text AS position';
const live = 'expired_at IS NULL AND (expires_at IS NULL OR expires_at > now())';

/** The version of the tenant's set, locked until the transaction ends. */
export async function lockRuleSet(tx: Tx): Promise<number> {
  const { tenantId } = tx.context;
  await tx.execute('INSERT INTO ip_rule_set (tenant_id) VALUES ($1) ON CONFLICT DO NOTHING', [
    tenantId,
  ]);
  return (
    (
      await tx.row<{ version: number }>(
        'SELECT version FROM ip_rule_set WHERE tenant_id = $1 FOR UPDATE',
        [tenantId],
      )
    )?.version ?? 0
  );
}

/** The same of a set that is there; undefined of a tenant that has none, or none any more. */
export const lockPresentRuleSet = async (tx: Tx): Promise<number | undefined> =>
  (
    await tx.row<{ version: number }>(
      'SELECT version FROM ip_rule_set WHERE tenant_id = $1 FOR UPDATE',
      [tx.context.tenantId],
    )
  )?.version;

/** The same, undefined when somebody else holds it or there is none. */
export const tryLockRuleSet = async (tx: Tx): Promise<number | undefined> =>
  (
    await tx.row<{ version: number }>(
      'SELECT version FROM ip_rule_set WHERE tenant_id = $1 FOR UPDATE SKIP LOCKED',
      [tx.context.tenantId],
    )
  )?.version;

export const findRuleVersion = async (tx: Tx): Promise<number> =>
  (
    await tx.row<{ version: number }>('SELECT version FROM ip_rule_set WHERE tenant_id = $1', [
      tx.context.tenantId,
    ])
  )?.version ?? 0;

/** The next version, above `atLeast` too. */
export const raiseRuleVersion = async (tx: Tx, atLeast = 0): Promise<number> =>
  (
    await tx.row<{ version: number }>(
      'UPDATE ip_rule_set SET version = greatest(version, $2) + 1 WHERE tenant_id = $1 RETURNING version',
      [tx.context.tenantId, atLeast],
    )
  )?.version ?? 0;

export const listLiveRules = (tx: Tx): Promise<IpRuleRow[]> =>
  tx.rows(
    `SELECT ${columns} FROM ip_rule WHERE tenant_id = $1 AND ${live} ORDER BY created_at, id`,
    [tx.context.tenantId],
  );

/** Newest first, from behind `after` on; ended ones too. */
export const listRules = (
  tx: Tx,
  { after, limit }: { after?: readonly (string | number)[] | undefined; limit: number },
): Promise<IpRuleRow[]> =>
  tx.rows(
    `SELECT ${columns} FROM ip_rule WHERE tenant_id = $1 AND ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3)) ORDER BY created_at DESC, id DESC LIMIT $4`,
    [tx.context.tenantId, after?.[0] ?? null, after?.[1] ?? null, limit],
  );

export const insertRule = (
  tx: Tx,
  rule: Pick<IpRuleRow, 'id' | 'action' | 'cidr' | 'description' | 'createdBy'> & {
    expiresAt: string | null;
  },
): Promise<IpRuleRow | undefined> =>
  tx.row(
    `INSERT INTO ip_rule (tenant_id, id, action, network, cidr, description, expires_at, created_by) VALUES ($1, $2, $3, $4::text::cidr, $4::text, $5, $6, $7) RETURNING ${columns}`,
    [
      tx.context.tenantId,
      rule.id,
      rule.action,
      rule.cidr,
      rule.description,
      rule.expiresAt,
      rule.createdBy,
    ],
  );

export const deleteRule = (tx: Tx, id: string): Promise<IpRuleRow | undefined> =>
  tx.row(`DELETE FROM ip_rule WHERE tenant_id = $1 AND id = $2 RETURNING ${columns}`, [
    tx.context.tenantId,
    id,
  ]);

export const deleteRules = (tx: Tx): Promise<IpRuleRow[]> =>
  tx.rows(`DELETE FROM ip_rule WHERE tenant_id = $1 RETURNING ${columns}`, [tx.context.tenantId]);

/** Frees the networks of rules that have ended since. */
export const markExpired = (tx: Tx): Promise<number> =>
  tx.execute(
    'UPDATE ip_rule SET expired_at = expires_at WHERE tenant_id = $1 AND expired_at IS NULL AND expires_at <= now()',
    [tx.context.tenantId],
  );

/** Those that have ended and were not told of yet; they are now. */
export const takeExpired = (tx: Tx): Promise<IpRuleRow[]> =>
  tx.rows(
    `UPDATE ip_rule SET expired_at = expires_at, expiry_told_at = now() WHERE tenant_id = $1 AND expiry_told_at IS NULL AND expires_at <= now() RETURNING ${columns}`,
    [tx.context.tenantId],
  );

/** The allow rule whose end, within a day, leaves none: once. */
export const takeExpiring = (tx: Tx): Promise<IpRuleRow | undefined> =>
  tx.row(
    `UPDATE ip_rule SET announced_at = now() WHERE tenant_id = $1 AND announced_at IS NULL AND id =
     (SELECT id FROM ip_rule WHERE tenant_id = $1 AND action = 'allow' AND ${live} ORDER BY expires_at DESC NULLS FIRST, id LIMIT 1)
   AND expires_at <= now() + interval '24 hours' RETURNING ${columns}`,
    [tx.context.tenantId],
  );
