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
import { serveSetupLinks } from './fake-setup-links.ts';
import type { TestSetupLink, TestSetupLinks } from './fake-setup-links.ts';
import { startSibling } from './fake-sibling.ts';
import type { TestCluster, TestSibling } from './fake-sibling.ts';

export type { TestPerson } from './fake-directory-users.ts';

/** A fake directory with the users that tests add. */
export interface TestDirectory extends TestSibling {
  setUser(tenantId: string, userId: string, user: TestPerson): void;
  removeUser(tenantId: string, userId: string): void;
  /** Returns the current profile of a user. */
  profileOf(tenantId: string, userId: string): Record<string, unknown>;
  /** Rejects the next profile that the hub sends. */
  refuseProfile(rejection: Error): void;
  /** Sets the sources of users where people of this domain sign in. */
  setDomain(domain: string, connections: { directoryId: string; kind: string }[]): void;
  /** Sets how users of a source sign in; `secret` is a credential as JSON. */
  setConnection(directoryId: string, connection: TestConnection): void;
  /** Adds an invitation; it can be accepted once, by anyone. */
  setInvitation(id: string, invitation: TestInvitation): void;
  /** Adds a setup link; its token opens it once. */
  setSetupLink(tenantId: string, token: string, link: TestSetupLink): void;
  /** Tokens for which a new setup link was requested, in order. */
  renewedSetupLinks: readonly string[];
  /** Makes every attempt to accept an invitation fail. */
  failAcceptances(fails: boolean): void;
  /** Accepted invitations, in order. */
  accepted: TestAcceptance[];
  /** Users provisioned by the hub, in order. */
  provisioned: TestProvision[];
  /** Adds a group of a directory. */
  setGroup(tenantId: string, groupId: string): void;
  /** Adds a SCIM bearer of a directory. */
  setScimBearer(directoryId: string, lookup: string, tenantId: string): void;
  /** Sets an organization as returned to requests with an active member of it. */
  setOrganization(tenantId: string, organization: { id: string }): void;
  /** Sets the password verification of the system that a tenant migrates from. */
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
  const setupLinks: TestSetupLinks = { byToken: new Map(), renewed: [] };
  const sibling = await startSibling(cluster, 'directory', (check) => [
    serveDirectory(users, sources, invitations, check),
    serveSetupLinks(setupLinks, check),
  ]);
  return {
    ...sibling,
    provisioned: users.provisions,
    accepted: invitations.accepted,
    setMigration: (tenantId, verify) => void sources.migrations.set(tenantId, verify),
    setSetupLink: (tenantId, token, link) =>
      void setupLinks.byToken.set(`${tenantId} ${token}`, link),
    renewedSetupLinks: setupLinks.renewed,
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
