import type { Actor, PimRuleSet } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** An eligibility as it is stored. */
export interface EligibilityRow {
  id: string;
  principalType: 'user' | 'group';
  principalId: string;
  roleKey: string | null;
  scopes: string[] | null;
  organizationId: string | null;
  justification: string | null;
  rules: PimRuleSet;
  startsAt: Date;
  expiresAt: Date | null;
  createdBy: Actor;
  createdAt: Date;
  updatedAt: Date;
  /** `created_at` with all its digits, for cursors. */
  position: string;
}

const columns =
  'id, principal_type, principal_id, role_key, scopes, organization_id, justification, rules, starts_at, expires_at, created_by, created_at, updated_at, created_at::text AS position';
const live = 'starts_at <= now() AND (expires_at IS NULL OR expires_at > now())';

type Place = readonly (string | number)[] | undefined;

export const findEligibility = (tx: Tx, id: string): Promise<EligibilityRow | undefined> =>
  tx.row(`SELECT ${columns} FROM eligibilities WHERE tenant_id = $1 AND id = $2`, [
    tx.context.tenantId,
    id,
  ]);

/** The row, not to be deleted before this transaction ends. Taken before any activation's row. */
export const holdEligibility = (tx: Tx, id: string): Promise<EligibilityRow | undefined> =>
  tx.row(`SELECT ${columns} FROM eligibilities WHERE tenant_id = $1 AND id = $2 FOR SHARE`, [
    tx.context.tenantId,
    id,
  ]);

export const listEligibilities = (
  tx: Tx,
  { after, limit }: { after: Place; limit: number },
): Promise<EligibilityRow[]> =>
  tx.rows(
    `SELECT ${columns} FROM eligibilities WHERE tenant_id = $1 AND ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3)) ORDER BY created_at DESC, id DESC LIMIT $4`,
    [tx.context.tenantId, after?.[0] ?? null, after?.[1] ?? null, limit],
  );

/** Live ones of a user: their own, and those of these groups. With the activation that is open. */
export const listLiveEligibilitiesOf = (
  tx: Tx,
  {
    userId,
    groupIds,
    after,
    limit,
  }: { userId: string; groupIds: readonly string[]; after: Place; limit: number },
): Promise<(EligibilityRow & { openActivationId: string | null })[]> =>
  tx.rows(
    `SELECT ${columns}, (SELECT a.id FROM activations a WHERE a.tenant_id = e.tenant_id AND a.principal_id = $2 AND a.eligibility_id = e.id
       AND a.state IN ('requested', 'scheduled', 'active') AND (a.state = 'requested' OR a.ends_at > now())) AS open_activation_id
   FROM eligibilities e
   WHERE tenant_id = $1 AND ((principal_type = 'user' AND principal_id = $2) OR (principal_type = 'group' AND principal_id = ANY($3))) AND expired_at IS NULL AND ${live}
     AND ($4::timestamptz IS NULL OR (created_at, id) < ($4, $5)) ORDER BY created_at DESC, id DESC LIMIT $6`,
    [tx.context.tenantId, userId, groupIds, after?.[0] ?? null, after?.[1] ?? null, limit],
  );

export const insertEligibility = (
  tx: Tx,
  row: Omit<EligibilityRow, 'position'> & { grantKey: string },
): Promise<number> =>
  tx.execute(
    `INSERT INTO eligibilities (tenant_id, id, principal_type, principal_id, role_key, scopes, grant_key, organization_id, justification, rules, starts_at, expires_at, created_by, created_at, updated_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      tx.context.tenantId,
      row.id,
      row.principalType,
      row.principalId,
      row.roleKey,
      row.scopes,
      row.grantKey,
      row.organizationId,
      row.justification,
      JSON.stringify(row.rules),
      row.startsAt,
      row.expiresAt,
      JSON.stringify(row.createdBy),
      row.createdAt,
      row.updatedAt,
    ],
  );

/** Waits for whoever holds it. */
export const lockEligibility = (tx: Tx, id: string): Promise<EligibilityRow | undefined> =>
  tx.row(`SELECT ${columns} FROM eligibilities WHERE tenant_id = $1 AND id = $2 FOR UPDATE`, [
    tx.context.tenantId,
    id,
  ]);

export const deleteEligibility = (tx: Tx, id: string): Promise<number> =>
  tx.execute('DELETE FROM eligibilities WHERE tenant_id = $1 AND id = $2', [
    tx.context.tenantId,
    id,
  ]);

/** Ids of those of an organization, or of a principal, in one order for all who lock them. */
export const listEligibilityIds = async (
  tx: Tx,
  by: { organizationId: string } | { principal: { type: 'user' | 'group'; id: string } },
): Promise<string[]> => {
  const rows =
    'organizationId' in by
      ? await tx.rows<{ id: string }>(
          'SELECT id FROM eligibilities WHERE tenant_id = $1 AND organization_id = $2 ORDER BY id',
          [tx.context.tenantId, by.organizationId],
        )
      : await tx.rows<{ id: string }>(
          'SELECT id FROM eligibilities WHERE tenant_id = $1 AND principal_type = $2 AND principal_id = $3 ORDER BY id',
          [tx.context.tenantId, by.principal.type, by.principal.id],
        );
  return rows.map((row) => row.id);
};

/** Marks those that are over and were not told of: of all, or of one principal. */
export const takeExpiredEligibilities = (
  tx: Tx,
  principal?: { type: string; id: string },
): Promise<EligibilityRow[]> =>
  tx.rows(
    `UPDATE eligibilities SET expired_at = expires_at WHERE tenant_id = $1 AND expired_at IS NULL AND expires_at <= now()
     AND ($2::text IS NULL OR (principal_type = $2 AND principal_id = $3)) RETURNING ${columns}`,
    [tx.context.tenantId, principal?.type ?? null, principal?.id ?? null],
  );

/** Up to 20 ids of eligibilities that are not over and name this role: it cannot be deleted. */
export const eligibilitiesOfRole = async (tx: Tx, roleKey: string): Promise<string[]> =>
  (
    await tx.rows<{ id: string }>(
      'SELECT id FROM eligibilities WHERE tenant_id = $1 AND role_key = $2 AND (expires_at IS NULL OR expires_at > now()) ORDER BY id LIMIT 20',
      [tx.context.tenantId, roleKey],
    )
  ).map((row) => row.id);
