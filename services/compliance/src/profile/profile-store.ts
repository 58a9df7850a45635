import type { PutComplianceProfileRequest } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** The profile as it is stored. */
export interface ProfileRow {
  content: PutComplianceProfileRequest;
  createdAt: Date;
  updatedAt: Date;
}

const columns = 'content, created_at, updated_at';

export const findProfile = (tx: Tx): Promise<ProfileRow | undefined> =>
  tx.row(`SELECT ${columns} FROM compliance_profiles WHERE tenant_id = $1`, [tx.context.tenantId]);

/** Takes the turn to change the profile, which may not exist yet. */
export const lockProfile = (tx: Tx): Promise<number> =>
  tx.execute('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `compliance profile ${tx.context.tenantId}`,
  ]);

export const upsertProfile = (tx: Tx, content: PutComplianceProfileRequest): Promise<number> =>
  tx.execute(
    `INSERT INTO compliance_profiles (tenant_id, content) VALUES ($1, $2)
     ON CONFLICT (tenant_id) DO UPDATE SET content = $2, updated_at = now()`,
    [tx.context.tenantId, JSON.stringify(content)],
  );
