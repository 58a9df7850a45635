import type { UserOrganizationResource } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { UserRecord } from './user-record.ts';

/** The memberships of users, as operations on users need them. Organizations keep them. */
export interface UserMemberships {
  /** Undefined when there is no such organization. */
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
  /** Makes a user a member of the organizations that everybody with a verified address at their domains joins. */
  joinByDomain(tx: Tx, user: UserRecord): Promise<unknown>;
  /** Answers in which organizations. */
  removeAll(tx: Tx, userId: string): Promise<string[]>;
}
