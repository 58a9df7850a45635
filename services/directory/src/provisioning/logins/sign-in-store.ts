import type { Tx } from '@platform/kit/database';

export interface SignIn {
  userId: string;
  at: Date;
}

/**
 * Records the latest sign-in of existing users, at most once per five minutes each. Sign-ins may
 * arrive in any order, and more than once.
 */
export const writeLastSignIns = (tx: Tx, signIns: readonly SignIn[]): Promise<number> =>
  tx.execute(
    `INSERT INTO user_activity AS a (tenant_id, user_id, last_login_at)
     SELECT u.tenant_id, u.id, s.at FROM unnest($2::text[], $3::timestamptz[]) AS s (user_id, at)
     JOIN users u ON u.tenant_id = $1 AND u.id = s.user_id ORDER BY u.id FOR KEY SHARE OF u
     ON CONFLICT (tenant_id, user_id) DO UPDATE SET last_login_at = excluded.last_login_at
       WHERE excluded.last_login_at >= a.last_login_at + interval '5 minutes'`,
    [tx.context.tenantId, signIns.map(({ userId }) => userId), signIns.map(({ at }) => at)],
  );

/**
 * The users who have a verified address at a domain with automatic joining, and are not members.
 * The domains of addresses are computed first: a join by an expression would read every domain of
 * the tenant under row-level security.
 */
export async function listUnenrolled(tx: Tx, userIds: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ userId: string }>(
    `WITH proven AS MATERIALIZED (
       SELECT user_id, split_part(value, '@', 2) AS domain FROM user_identifiers
       WHERE tenant_id = $1 AND user_id = ANY ($2) AND kind = 'email' AND verified)
     SELECT DISTINCT p.user_id FROM proven p
     JOIN organization_domains d ON d.tenant_id = $1 AND d.domain = p.domain AND d.state = 'verified' AND d.enrollment = 'auto_join'
     WHERE NOT EXISTS (
       SELECT FROM memberships m WHERE m.tenant_id = $1 AND m.organization_id = d.organization_id AND m.user_id = p.user_id)
     ORDER BY p.user_id`,
    [tx.context.tenantId, userIds],
  );
  return rows.map(({ userId }) => userId);
}
