import type { UserUpdate } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { found, problem } from '@platform/kit/problem';
import type { AttributeSchemas } from '../attribute-schema/attribute-schema.ts';
import {
  addMembership,
  endMembership,
  findOrganization,
  lockMembership,
} from '../organizations/organizations.ts';
import type { UserRecord } from '../users/user-record.ts';
import { deleteUser } from '../users/user-removal.ts';
import type { UserDeletion } from '../users/user-removal.ts';
import { patchUser } from '../users/user-update.ts';
import type { UserLimits, UserWriting } from '../users/user-writing.ts';
import { lockUser } from '../users/users.ts';
import type { BulkJobRecord } from './bulk-job-record.ts';
import { refuseOwnAccount } from './bulk-request.ts';

export interface UserActionOptions extends UserDeletion {
  schemas: AttributeSchemas;
  limits: UserLimits;
}

/** The change of one user. */
export interface UserChange {
  isChanged: boolean;
  /** JSON Pointers to the changed members. */
  changed?: string[];
}

type Action = (
  tx: Tx,
  user: UserRecord,
  job: BulkJobRecord,
  options: UserActionOptions & UserWriting,
) => Promise<UserChange>;

const statusAction =
  (status: NonNullable<UserUpdate['status']>): Action =>
  async (tx, user, _job, { schema, limits }) => {
    const { changed } = await patchUser(tx, user, { status }, { schema, limits });
    return { isChanged: changed.length > 0, changed };
  };

async function organizationOf(tx: Tx, { organizationId }: BulkJobRecord): Promise<string> {
  const organization =
    organizationId === null ? undefined : await findOrganization(tx, organizationId);
  if (!organization) throw problem('not_found', { detail: 'The organization no longer exists' });
  return organization.id;
}

const actions: Record<BulkJobRecord['action'], Action> = {
  suspend: statusAction('suspended'),
  reactivate: statusAction('active'),
  deactivate: statusAction('deactivated'),

  async delete(tx, user, _job, options) {
    await deleteUser(tx, user, options);
    return { isChanged: true };
  },

  async add_to_organization(tx, user, job) {
    const organizationId = await organizationOf(tx, job);
    // Adding a member again would replace their roles, which differ from member to member.
    if (await lockMembership(tx, organizationId, user.id)) return { isChanged: false };
    const roles = job.roles ?? undefined;
    found(await addMembership(tx, { organizationId, user, roles }));
    return { isChanged: true };
  },

  async remove_from_organization(tx, user, job) {
    const membership = await lockMembership(tx, await organizationOf(tx, job), user.id);
    if (!membership) return { isChanged: false };
    await endMembership(tx, membership, user);
    return { isChanged: true };
  },
};

/** The operation on one user that an action stands for, in audit records. */
export const operationOf: Record<BulkJobRecord['action'], string> = {
  suspend: 'userDirectoryPatch',
  reactivate: 'userDirectoryPatch',
  deactivate: 'userDirectoryPatch',
  delete: 'userDirectoryDelete',
  add_to_organization: 'organizationMembersPut',
  remove_from_organization: 'organizationMembersRemove',
};

/** Changes one user as the operation on one user does. @throws the problem of that operation */
export async function changeUser(
  tx: Tx,
  userId: string,
  job: BulkJobRecord,
  options: UserActionOptions,
): Promise<UserChange> {
  refuseOwnAccount(job.action, userId, job.requestedBy);
  const schema = await options.schemas.hold(tx, 'user');
  const user = await lockUser(tx, userId);
  if (!user) throw problem('not_found', { detail: 'The user does not exist' });
  return actions[job.action](tx, user, job, { ...options, schema });
}
