import type { Tx } from '@platform/kit/database';

/** What a user needs to be let in: the status, and the organizations of the active memberships. */
export interface UserState {
  id: string;
  status: string;
  organizationIds: string[];
}

/** The states of these users; those who do not exist are absent. */
export const listUserStates = (tx: Tx, userIds: readonly string[]): Promise<UserState[]> =>
  tx.prepared(
    'user_states',
    `SELECT u.id, u.status, ARRAY(SELECT m.organization_id FROM memberships m
       JOIN organizations o ON o.tenant_id = m.tenant_id AND o.id = m.organization_id AND o.deleted_at IS NULL
       WHERE m.tenant_id = u.tenant_id AND m.user_id = u.id AND m.state = 'active') AS organization_ids
     FROM users u WHERE u.tenant_id = $1 AND u.id = ANY ($2)`,
    [tx.context.tenantId, userIds],
  );
