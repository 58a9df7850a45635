import { newId } from '@platform/kit/ids';
import type { RpcHandlers } from '@platform/kit/grpc';
import { emailKey, mergePatch } from '@platform/kit/formats';
import { problem } from '@platform/kit/problem';
import { isId } from '@platform/contracts';
import type { ProvisionUserRequest, ProvisionUserResponse } from '@platform/protos';

type Handlers = RpcHandlers<'platform.directory.v1.Directory'>;
type Resolve = Parameters<Handlers['ResolveUser']>[0];
type ListStates = Parameters<Handlers['ListUserStates']>[0];
type Patch = Parameters<Handlers['PatchProfile']>[0];

/** A user in the fake directory. */
export interface TestPerson {
  status?: string;
  tenantRoles?: string[];
  groupIds?: string[];
  memberships?: { organizationId: string; state: string; roles: string[] }[];
  userJson?: string;
  identifiers?: { kind: string; value: string; verified: boolean }[];
  tokenAttributesJson?: string;
}

/** The hub's request at a brokered sign-in. */
export type TestProvision = Pick<
  ProvisionUserRequest,
  'email' | 'emailVerified' | 'identity' | 'directoryId' | 'actions' | 'userId' | 'profileJson'
>;

/** The users in the fake directory. Keys are tenant and id, separated by a space. */
export interface DirectoryUsers {
  readonly users: Map<string, TestPerson>;
  readonly organizations: Map<string, { id: string }>;
  /** Users provisioned by the hub, in order. */
  readonly provisions: TestProvision[];
  /** First answers that name a user, by login and person. */
  readonly provisioned: Map<string, ProvisionUserResponse>;
  /** Errors that reject the next profiles, in order. */
  readonly rejections: Error[];
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

/** Finds the user with the first given one of these values. */
function findByProfile(
  state: DirectoryUsers,
  tenantId: string,
  wanted: Record<string, string | undefined>,
): TestPerson | undefined {
  const [name, value] = Object.entries(wanted).find(([, one]) => one) ?? [];
  if (name === undefined) return undefined;
  return usersOf(state, tenantId).find((user) => profileOf(user)[name] === value);
}

function findByEmail(
  state: DirectoryUsers,
  tenantId: string,
  email: string,
): TestPerson | undefined {
  const key = emailKey(email);
  if (key === undefined) return undefined;
  return usersOf(state, tenantId).find(
    (user) => emailKey(String(profileOf(user)['email'] ?? '')) === key,
  );
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
  if (email) return findByEmail(state, tenantId, email);
  return findByProfile(state, tenantId, { username, externalId });
}

/**
 * Returns identifiers in the directory's form: a primary address is one even before it is verified.
 */
function identifiersOf(user: TestPerson) {
  const { email, emailVerified, username, externalId } = profileOf(user) as Record<string, string>;
  const key = emailKey(email ?? '');
  return [
    ...(key ? [{ kind: 'email', value: key, verified: Boolean(emailVerified) }] : []),
    ...(username ? [{ kind: 'username', value: username, verified: true }] : []),
    ...(externalId ? [{ kind: 'external_id', value: externalId, verified: true }] : []),
  ];
}

/** Returns a user, and the requested organization if the user is an active member of it. */
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
    identifiers: identifiersOf(user),
    ...user,
    ...(organization ? { organizationJson: JSON.stringify(organization) } : {}),
    outcome: 'FOUND' as const,
  };
}

/** Lists the states of known users. */
export const listTestUserStates = (state: DirectoryUsers, { tenantId, userIds }: ListStates) => ({
  users: userIds.flatMap((userId) => {
    const user = state.users.get(`${tenantId} ${userId}`);
    if (!user) return [];
    const { status = 'active', memberships = [] } = user;
    const active = memberships.filter((one) => one.state === 'active');
    return [{ userId, status, organizationIds: active.map((one) => one.organizationId) }];
  }),
});

const refused = (reason: string) => ({ outcome: 'REFUSED' as const, userId: '', reason });

/**
 * Handles a user that the directory already has, or may not create; undefined if a user is to be
 * created.
 */
function matchKnown(state: DirectoryUsers, request: ProvisionUserRequest) {
  const { tenantId, email, emailVerified, identity, userId, actions } = request;
  if (identity?.issuer === '' || identity?.subject === '') return refused('identity_invalid');
  const owner = identity && idOf(findByIdentity(state, tenantId, identity));
  if (owner && userId && owner !== userId) return refused('identity_taken');
  const known = owner || userId;
  if (known) return { outcome: 'MATCHED' as const, userId: known };
  if (email !== '' && emailKey(email) === undefined) return refused('email_invalid');
  const holder = findByEmail(state, tenantId, email);
  const isProven = holder && profileOf(holder)['emailVerified'] === true;
  if (holder && (isProven || !emailVerified))
    return { outcome: 'LINK_REQUIRED' as const, userId: idOf(holder), reason: 'email_in_use' };
  const mayCreate = !identity || actions.some(({ create }) => create);
  return mayCreate ? undefined : refused('account_not_provisioned');
}

function throwRejection({ rejections }: DirectoryUsers): void {
  const rejection = rejections.shift();
  if (rejection) throw rejection;
}

function createUser(
  { users }: DirectoryUsers,
  { tenantId, email, emailVerified, profileJson, identity }: ProvisionUserRequest,
) {
  const id = newId('user');
  const profile = JSON.parse(profileJson || '{}') as object;
  const identities = identity ? [identity] : [];
  const userJson = JSON.stringify({ ...profile, id, email, emailVerified, identities });
  users.set(`${tenantId} ${id}`, { userJson });
  return { outcome: 'CREATED' as const, userId: id };
}

/** Links the identity to the returned user. */
function linkIdentity(
  state: DirectoryUsers,
  { tenantId, identity }: ProvisionUserRequest,
  userId: string,
): void {
  const key = `${tenantId} ${userId}`;
  const user = state.users.get(key);
  if (!user || !identity || findByIdentity(state, tenantId, identity)) return;
  const profile = profileOf(user);
  const { identities = [] } = profile as { identities?: TestIdentityKey[] };
  const userJson = JSON.stringify({ ...profile, identities: [...identities, identity] });
  state.users.set(key, { ...user, userJson });
}

/** Applies the actions that add a user to organizations or remove it. */
function moveUser(state: DirectoryUsers, request: ProvisionUserRequest, userId: string): void {
  const key = `${request.tenantId} ${userId}`;
  const user = state.users.get(key);
  if (!user) return;
  const memberships = new Map((user.memberships ?? []).map((one) => [one.organizationId, one]));
  for (const { join, leave } of request.actions) {
    if (join) memberships.set(join.organizationId, { ...join, state: 'active' });
    if (leave) memberships.delete(leave.organizationId);
  }
  state.users.set(key, { ...user, memberships: [...memberships.values()] });
}

/** Returns the key under which the answer is kept: the person within the login. */
const attemptOf = ({ loginId, directoryId, identity, email, userId }: ProvisionUserRequest) =>
  JSON.stringify([loginId, ...(identity ? [directoryId, identity, userId] : [email])]);

/** Finds or creates a user. Repeats within a login return the same user. */
export function provisionTestUser(
  state: DirectoryUsers,
  request: ProvisionUserRequest,
): ProvisionUserResponse {
  throwRejection(state);
  if (request.identity) state.provisions.push(request);
  const attempt = attemptOf(request);
  const before = state.provisioned.get(attempt);
  if (before) return before;
  const found = matchKnown(state, request);
  if (found && found.outcome !== 'MATCHED') return found;
  const response = found ?? createUser(state, request);
  linkIdentity(state, request, response.userId);
  moveUser(state, request, response.userId);
  state.provisioned.set(attempt, response);
  return response;
}

/** Merges a patch into a profile. */
export function patchTestUser(
  state: DirectoryUsers,
  { tenantId, userId, mergePatchJson, emailVerified }: Patch,
) {
  const { users } = state;
  throwRejection(state);
  const known = users.get(`${tenantId} ${userId}`);
  if (!known || !isId('user', userId)) throw problem('not_found');
  const proven = emailVerified === undefined ? {} : { emailVerified };
  const patched = mergePatch(profileOf(known), JSON.parse(mergePatchJson || '{}')) as object;
  const profile = { ...patched, ...proven };
  const userJson = JSON.stringify(profile);
  users.set(`${tenantId} ${userId}`, { ...known, userJson });
  return { userJson };
}
