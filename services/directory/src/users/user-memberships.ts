import type { UserOrganizationResource } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { UserRecord } from './user-record.ts';

/** The memberships of users, for operations on users. Organizations store them. */
export interface UserMemberships {
  /** Undefined if there is no such organization. */
  add(
    tx: Tx,
    membership: { organizationId: string; user: UserRecord; roles: readonly string[] | undefined },
  ): Promise<object | undefined>;
  listOrganizations(
    tx: Tx,
    userId: string,
    before: string | undefined,
    limit: number,
  ): Promise<UserOrganizationResource[]>;
  /**
   * Makes a user a member of the organizations with automatic joining at the user's verified
   * domains.
   */
  joinByDomain(tx: Tx, user: UserRecord): Promise<unknown>;
  /** Returns the ids of the organizations. */
  removeAll(tx: Tx, userId: string): Promise<string[]>;
}
