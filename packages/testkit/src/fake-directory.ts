import { rpcContext, serveSomeRpc } from '@platform/kit/grpc';
import type { RpcCall, RpcMount } from '@platform/kit/grpc';
import {
  findScimBearer,
  getConnection,
  getGroup,
  migrateLogin,
  resolveDomain,
} from './fake-directory-sources.ts';
import type { SourceState, TestConnection, TestMigration } from './fake-directory-sources.ts';
import {
  listTestUserStates,
  patchTestUser,
  provisionTestUser,
  resolveTestUser,
} from './fake-directory-users.ts';
import type { DirectoryUsers, TestPerson, TestProvision } from './fake-directory-users.ts';
import { acceptTestInvitation, previewTestInvitation } from './fake-invitations.ts';
import type { TestInvitations, TestAcceptance, TestInvitation } from './fake-invitations.ts';
import { startSibling } from './fake-sibling.ts';
import type { TestCluster, TestSibling } from './fake-sibling.ts';

export type { TestPerson } from './fake-directory-users.ts';

/** A stub of the directory: it knows whom it was told of. */
export interface TestDirectory extends TestSibling {
  setUser(tenantId: string, userId: string, user: TestPerson): void;
  removeUser(tenantId: string, userId: string): void;
  /** The profile of a user as it is now. */
  profileOf(tenantId: string, userId: string): Record<string, unknown>;
  /** Does not take the next profile that the hub sends. */
  refuseProfile(rejection: Error): void;
  /** People of this domain sign in at these sources of users. */
  setDomain(domain: string, connections: { directoryId: string; kind: string }[]): void;
  /** How people of a source of users sign in; `secret` is a credential as JSON. */
  setConnection(directoryId: string, connection: TestConnection): void;
  /** An invitation by its id; accepted once, by whoever comes first. */
  setInvitation(id: string, invitation: TestInvitation): void;
  /** Whether every attempt to accept one fails. */
  failAcceptances(fails: boolean): void;
  /** Invitations that were accepted, in order. */
  accepted: TestAcceptance[];
  /** Users that the hub had provisioned, in order. */
  provisioned: TestProvision[];
  /** A group of a directory, which exists from now on. */
  setGroup(tenantId: string, groupId: string): void;
  /** A SCIM bearer, which opens a directory from now on. */
  setScimBearer(directoryId: string, lookup: string, tenantId: string): void;
  /** An organization as it is told to those who ask with an active member of it. */
  setOrganization(tenantId: string, organization: { id: string }): void;
  /** What the system that a tenant migrates from says of passwords: the user whose it is, nobody's, or nothing while it is down. */
  setMigration(tenantId: string, verify: TestMigration): void;
}

const callers = {
  ResolveUser: ['hub', 'identity-service', 'fga', 'compliance'],
  ListUserStates: ['hub'],
  GetGroup: ['fga'],
  AuthenticateScimBearer: ['product-api'],
  ProvisionUser: ['hub'],
  PatchProfile: ['hub'],
  MigrateLogin: ['identity-service'],
  ResolveDomain: ['hub', 'identity-service'],
  GetConnection: ['hub'],
  PreviewInvitation: ['identity-service', 'hub'],
  AcceptInvitation: ['hub'],
};

function serveDirectory(
  users: DirectoryUsers,
  sources: SourceState,
  invitations: TestInvitations,
  check: () => void,
): RpcMount {
  const answers = <Q extends object, A>(answer: (request: Q) => A) => {
    return async (request: Q, call: RpcCall): Promise<A> => {
      check();
      if ('tenantId' in request) rpcContext(call, String(request.tenantId));
      return answer(request);
    };
  };
  return serveSomeRpc(
    'platform.directory.v1.Directory',
    {
      ResolveUser: answers((request) => resolveTestUser(users, request)),
      ListUserStates: answers((request) => listTestUserStates(users, request)),
      ProvisionUser: answers((request) => provisionTestUser(users, request)),
      PatchProfile: answers((request) => patchTestUser(users, request)),
      GetGroup: answers((request) => getGroup(sources, request)),
      AuthenticateScimBearer: answers((request) => findScimBearer(sources, request)),
      MigrateLogin: answers((request) => migrateLogin(sources, request)),
      ResolveDomain: answers((request) => resolveDomain(sources, request)),
      GetConnection: answers((request) => getConnection(sources, request)),
      PreviewInvitation: answers((request) => previewTestInvitation(invitations, request)),
      AcceptInvitation: answers((request) => acceptTestInvitation(invitations, request)),
    },
    callers,
  );
}

/** Starts {@link TestDirectory}. */
export async function startTestDirectory(cluster: TestCluster): Promise<TestDirectory> {
  const users: DirectoryUsers = {
    users: new Map(),
    organizations: new Map(),
    provisions: [],
    provisioned: new Map(),
    rejections: [],
  };
  const sources: SourceState = {
    domains: new Map(),
    connections: new Map(),
    groups: new Set(),
    bearers: new Map(),
    migrations: new Map(),
  };
  const invitations: TestInvitations = { invitations: new Map(), accepted: [], fails: false };
  const sibling = await startSibling(cluster, 'directory', (check) => [
    serveDirectory(users, sources, invitations, check),
  ]);
  return {
    ...sibling,
    provisioned: users.provisions,
    accepted: invitations.accepted,
    setMigration: (tenantId, verify) => void sources.migrations.set(tenantId, verify),
    failAcceptances: (fails) => void (invitations.fails = fails),
    setInvitation: (id, invitation) => void invitations.invitations.set(id, invitation),
    setDomain: (domain, of) => void sources.domains.set(domain, of),
    setConnection: (directoryId, connection) =>
      void sources.connections.set(directoryId, connection),
    setUser: (tenantId, userId, user) => void users.users.set(`${tenantId} ${userId}`, user),
    removeUser: (tenantId, userId) => void users.users.delete(`${tenantId} ${userId}`),
    profileOf: (tenantId, userId) =>
      JSON.parse(users.users.get(`${tenantId} ${userId}`)?.userJson ?? '{}') as Record<
        string,
        unknown
      >,
    refuseProfile: (rejection) => void users.rejections.push(rejection),
    setGroup: (tenantId, groupId) => void sources.groups.add(`${tenantId} ${groupId}`),
    setScimBearer: (directoryId, lookup, tenantId) =>
      void sources.bearers.set(`${directoryId} ${lookup}`, tenantId),
    setOrganization: (tenantId, organization) =>
      void users.organizations.set(`${tenantId} ${organization.id}`, organization),
  };
}
