import type { Database } from '@platform/kit/database';

/** What a user needs to be let in: the status, and the organizations of the active memberships. */
export interface UserState {
  id: string;
  status: string;
  organizationIds: string[];
}

/** The states of these users; those who do not exist are absent. */
export const listUserStates = (
  db: Pick<Database, 'call'>,
  tenantId: string,
  userIds: readonly string[],
): Promise<UserState[]> => db.call({ tenantId }, 'user_states', [userIds]);
