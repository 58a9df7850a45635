import type { CreateUserBulkJobRequest } from '@platform/contracts';
import type { Actor } from '@platform/contracts';
import { invalid, problem } from '@platform/kit/problem';

type Action = CreateUserBulkJobRequest['action'];

const onMemberships: readonly Action[] = ['add_to_organization', 'remove_from_organization'];
/** Actions after which the administrator could no longer sign in. */
const lockingOut: readonly Action[] = ['suspend', 'deactivate', 'delete'];

/** The users of a job: named, or selected by a filter. */
export type Selection = Required<
  Pick<CreateUserBulkJobRequest, 'userIds'> | Pick<CreateUserBulkJobRequest, 'filter'>
>;

/** The users that a request selects. @throws 422 unless they are named or selected by a filter */
function selectionOf({ userIds, filter }: CreateUserBulkJobRequest): Selection {
  if (userIds && filter)
    throw invalid('/filter', 'invalid_format', 'must not be used with userIds');
  if (userIds) return { userIds: [...new Set(userIds)] };
  if (filter) return { filter };
  throw invalid('', 'required', 'Name users in userIds, or select them with filter');
}

/**
 * Checks the properties that depend on each other. Ids that are named twice count once.
 * @throws 422; 403 for an action on memberships without the permission to change them
 */
export function checkedBulkRequest(
  body: CreateUserBulkJobRequest,
  scopes: ReadonlySet<string>,
): Selection {
  const { action, organizationId, roles } = body;
  const selection = selectionOf(body);
  const needsOrganization = onMemberships.includes(action);
  if (needsOrganization && organizationId === undefined)
    throw invalid('/organizationId', 'required', `is required for ${action}`);
  if (!needsOrganization && organizationId !== undefined)
    throw invalid('/organizationId', 'invalid_format', `must not be used with ${action}`);
  if (action !== 'add_to_organization' && roles !== undefined)
    throw invalid('/roles', 'invalid_format', `must not be used with ${action}`);
  if (needsOrganization && !scopes.has('tenant:orgs.write'))
    throw problem('insufficient_scope', {
      detail: 'Changing memberships also requires tenant:orgs.write',
      errors: [{ code: 'missing_scope', detail: 'tenant:orgs.write' }],
    });
  return selection;
}

/** Rejects an action that would lock out the user who requested it. @throws 409 */
export function refuseOwnAccount(action: Action, userId: string, { type, id }: Actor): void {
  if (type === 'user' && id === userId && lockingOut.includes(action))
    throw problem('invalid_state', {
      detail: 'A bulk job does not change the account of the user who created it',
    });
}
