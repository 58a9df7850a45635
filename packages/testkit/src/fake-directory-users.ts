import { newId } from '@platform/kit/ids';
import type { RpcHandlers } from '@platform/kit/grpc';
import type { ProvisionUserRequest } from '@platform/protos';

type Handlers = RpcHandlers<'platform.directory.v1.Directory'>;
type Resolve = Parameters<Handlers['ResolveUser']>[0];
type ListStates = Parameters<Handlers['ListUserStates']>[0];
type Patch = Parameters<Handlers['PatchProfile']>[0];

/** What the stub directory says of a user. */
export interface TestPerson {
  status?: string;
  tenantRoles?: string[];
  groupIds?: string[];
  memberships?: { organizationId: string; state: string; roles: string[] }[];
  userJson?: string;
  identifiers?: { kind: string; value: string; verified: boolean }[];
  tokenAttributesJson?: string;
}

/** What the hub asked for at a brokered sign-in. */
export type TestProvision = Pick<
  ProvisionUserRequest,
  'email' | 'emailVerified' | 'identity' | 'directoryId' | 'actions' | 'userId' | 'profileJson'
>;

/** The users that the stub was told of. Keys are a tenant and an id, with a space between. */
export interface DirectoryUsers {
  readonly users: Map<string, TestPerson>;
  readonly organizations: Map<string, { id: string }>;
  /** Users that the hub had provisioned, in order. */
  readonly provisions: TestProvision[];
  /** By the login that provisioned them. */
  readonly idByLogin: Map<string, string>;
  /** Why the next profiles are not taken, in order. */
  readonly refusals: Error[];
}

interface TestIdentityKey {
  issuer: string;
  subject: string;
}

const profileOf = ({ userJson = '{}' }: TestPerson): Record<string, unknown> =>
  JSON.parse(userJson) as Record<string, unknown>;

const idOf = (user: TestPerson | undefined): string =>
  user ? String(profileOf(user)['id'] ?? '') : '';

const usersOf = ({ users }: DirectoryUsers, tenantId: string): TestPerson[] =>
  [...users].filter(([key]) => key.startsWith(`${tenantId} `)).map(([, user]) => user);

/** The user with the first of these values that is given. */
function findByProfile(
  state: DirectoryUsers,
  tenantId: string,
  wanted: Record<string, string | undefined>,
): TestPerson | undefined {
  const [name, value] = Object.entries(wanted).find(([, one]) => one) ?? [];
  if (name === undefined) return undefined;
  return usersOf(state, tenantId).find((user) => profileOf(user)[name] === value);
}

const findByIdentity = (
  state: DirectoryUsers,
  tenantId: string,
  { issuer, subject }: TestIdentityKey,
): TestPerson | undefined =>
  usersOf(state, tenantId).find((user) => {
    const { identities = [] } = profileOf(user) as { identities?: TestIdentityKey[] };
    return identities.some((one) => one.issuer === issuer && one.subject === subject);
  });

function findUser(state: DirectoryUsers, request: Resolve): TestPerson | undefined {
  const { tenantId, userId, email, username, externalId, identity } = request;
  if (userId) return state.users.get(`${tenantId} ${userId}`);
  if (identity) return findByIdentity(state, tenantId, identity);
  return findByProfile(state, tenantId, { email, username, externalId });
}

/** A user, with an organization that is asked for and that the user is an active member of. */
export function resolveTestUser(state: DirectoryUsers, request: Resolve) {
  const { tenantId, organizationId, include } = request;
  const user = findUser(state, request);
  if (!user) return { outcome: 'NOT_FOUND' as const };
  const isMember = user.memberships?.some(
    (one) => one.organizationId === organizationId && one.state === 'active',
  );
  const organization =
    isMember && include.includes('organization')
      ? state.organizations.get(`${tenantId} ${organizationId}`)
      : undefined;
  return {
    status: 'active',
    ...user,
    ...(organization ? { organizationJson: JSON.stringify(organization) } : {}),
    outcome: 'FOUND' as const,
  };
}

/** The states of users that are known. */
export const listTestUserStates = (state: DirectoryUsers, { tenantId, userIds }: ListStates) => ({
  users: userIds.flatMap((userId) => {
    const user = state.users.get(`${tenantId} ${userId}`);
    if (!user) return [];
    const { status = 'active', memberships = [] } = user;
    const active = memberships.filter((one) => one.state === 'active');
    return [{ userId, status, organizationIds: active.map((one) => one.organizationId) }];
  }),
});

/** What becomes of a brokered sign-in; undefined when a user is created for it. */
function matchIdentity(
  state: DirectoryUsers,
  request: ProvisionUserRequest,
  identity: TestIdentityKey,
) {
  const { tenantId, email, userId, actions } = request;
  state.provisions.push(request);
  const known = userId || idOf(findByIdentity(state, tenantId, identity));
  if (known) return { outcome: 'MATCHED' as const, userId: known };
  const holder = email === '' ? '' : idOf(findByProfile(state, tenantId, { email }));
  if (holder) return { outcome: 'LINK_REQUIRED' as const, userId: holder };
  return actions.some(({ create }) => create)
    ? undefined
    : { outcome: 'REFUSED' as const, reason: 'account_not_provisioned' };
}

function takeRefusal({ refusals }: DirectoryUsers): void {
  const refusal = refusals.shift();
  if (refusal) throw refusal;
}

/** Creates a user, once a login; one that signs in with an identity may be known. */
export function provisionTestUser(state: DirectoryUsers, request: ProvisionUserRequest) {
  const { tenantId, email, emailVerified, profileJson, loginId, identity } = request;
  takeRefusal(state);
  const matched = identity && matchIdentity(state, request, identity);
  if (matched) return matched;
  const id = state.idByLogin.get(loginId) ?? newId('user');
  state.idByLogin.set(loginId, id);
  const profile = JSON.parse(profileJson || '{}') as object;
  const identities = identity ? [identity] : [];
  const userJson = JSON.stringify({ ...profile, id, email, emailVerified, identities });
  state.users.set(`${tenantId} ${id}`, { userJson });
  return { outcome: 'CREATED' as const, userId: id };
}

/** Merges a patch into a profile. */
export function patchTestUser(
  state: DirectoryUsers,
  { tenantId, userId, mergePatchJson, emailVerified }: Patch,
) {
  const { users } = state;
  takeRefusal(state);
  const known = users.get(`${tenantId} ${userId}`);
  const profile = {
    ...(JSON.parse(known?.userJson ?? '{}') as object),
    ...(JSON.parse(mergePatchJson) as object),
    emailVerified,
  };
  const userJson = JSON.stringify(profile);
  users.set(`${tenantId} ${userId}`, { ...known, userJson });
  return { userJson };
}
