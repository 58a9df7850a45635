import { serveSomeRpc } from '@platform/kit/grpc';
import { newId } from '@platform/kit/ids';
import { problem } from '@platform/kit/problem';
import type { ProvisionUserRequest } from '@platform/protos';
import { startSibling } from './fake-sibling.ts';
import type { TestCluster, TestSibling } from './fake-sibling.ts';

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

interface TestIdentityKey {
  issuer: string;
  subject: string;
}

/** An enterprise connection, as the stub directory keeps it. */
export interface TestConnection {
  kind: string;
  config: object;
  secret?: object;
}

/** An invitation, as the stub directory keeps it. */
export interface TestInvitation {
  outcome: 'PENDING' | 'EXPIRED' | 'REVOKED' | 'USED';
  organizationName: string;
  emailMasked: string;
  organizationId?: string;
  email?: string;
  /** Of its link. */
  token?: string;
}

/** What the hub asked for at a brokered sign-in. */
export type TestProvision = Pick<
  ProvisionUserRequest,
  'email' | 'emailVerified' | 'identity' | 'directoryId' | 'actions' | 'userId' | 'profileJson'
>;

/** A stub of the directory: it knows whom it was told of. */
export interface TestDirectory extends TestSibling {
  setUser(tenantId: string, userId: string, user: TestPerson): void;
  /** People of this domain sign in at these sources of users. */
  setDomain(domain: string, connections: { directoryId: string; kind: string }[]): void;
  /** How people of a source of users sign in; `secret` is a credential as JSON. */
  setConnection(directoryId: string, connection: TestConnection): void;
  /** An invitation by its id; accepted once, by whoever comes first. */
  setInvitation(id: string, invitation: TestInvitation): void;
  /** Whether every attempt to accept one fails. */
  failAcceptances(fails: boolean): void;
  /** Invitations that were accepted, in order. */
  accepted: { invitationId: string; userId: string; linkIntentId: string }[];
  /** Users that the hub had provisioned, in order. */
  provisioned: TestProvision[];
  /** A group of a directory, which exists from now on. */
  setGroup(tenantId: string, groupId: string): void;
  /** A SCIM bearer, which opens a directory from now on. */
  setScimBearer(directoryId: string, lookup: string, tenantId: string): void;
  /** An organization as it is told to those who ask with an active member of it. */
  setOrganization(tenantId: string, organization: { id: string }): void;
  /** What the system that a tenant migrates from says of passwords: the user whose it is, nobody's, or nothing while it is down. */
  setMigration(
    tenantId: string,
    verify: (identifier: string, password: string) => string | undefined | 'unavailable',
  ): void;
}

/** Starts {@link TestDirectory}. */
export async function startTestDirectory(cluster: TestCluster): Promise<TestDirectory> {
  const users = new Map<string, TestPerson>();
  const organizations = new Map<string, { id: string }>();
  const groups = new Set<string>();
  const bearers = new Map<string, string>();
  const provisioned = new Map<string, string>();
  const migrations = new Map<string, Parameters<TestDirectory['setMigration']>[1]>();
  const provisions: TestProvision[] = [];
  const invitations = new Map<string, TestInvitation>();
  const accepted: TestDirectory['accepted'] = [];
  let acceptancesFail = false;
  const domains = new Map<string, { directoryId: string; kind: string }[]>();
  const connections = new Map<string, TestConnection>();
  const idOf = (user: TestPerson | undefined): string =>
    user ? String((JSON.parse(user.userJson ?? '{}') as { id?: string }).id ?? '') : '';
  const byProfile = (tenantId: string, wanted: Record<string, string | undefined>) =>
    [...users].find(([key, { userJson = '{}' }]) => {
      const profile = JSON.parse(userJson) as Record<string, unknown>;
      const [name, value] = Object.entries(wanted).find(([, one]) => one) ?? [];
      return name !== undefined && key.startsWith(`${tenantId} `) && profile[name] === value;
    })?.[1];
  const byIdentity = (tenantId: string, { issuer, subject }: TestIdentityKey) =>
    [...users].find(([key, { userJson = '{}' }]) => {
      const { identities = [] } = JSON.parse(userJson) as { identities?: TestIdentityKey[] };
      const isOwn = identities.some((one) => one.issuer === issuer && one.subject === subject);
      return isOwn && key.startsWith(`${tenantId} `);
    })?.[1];
  const sibling = await startSibling(cluster, 'directory', (check) => [
    serveSomeRpc(
      'platform.directory.v1.Directory',
      {
        async ResolveUser({
          tenantId,
          userId,
          email,
          username,
          externalId,
          organizationId,
          include,
          identity,
        }) {
          check();
          const user = userId
            ? users.get(`${tenantId} ${userId}`)
            : identity
              ? byIdentity(tenantId, identity)
              : byProfile(tenantId, { email, username, externalId });
          const isMember = user?.memberships?.some(
            (m) => m.organizationId === organizationId && m.state === 'active',
          );
          const organization =
            isMember && include.includes('organization')
              ? organizations.get(`${tenantId} ${organizationId}`)
              : undefined;
          return user
            ? {
                status: 'active',
                ...user,
                ...(organization ? { organizationJson: JSON.stringify(organization) } : {}),
                outcome: 'FOUND',
              }
            : { outcome: 'NOT_FOUND' };
        },
        async GetGroup({ tenantId, groupId }) {
          check();
          if (!groups.has(`${tenantId} ${groupId}`)) throw problem('not_found');
          return { directoryId: 'dir_fake', displayName: groupId };
        },
        async AuthenticateScimBearer({ directoryId, lookup }) {
          check();
          const tenantId = bearers.get(`${directoryId} ${lookup}`);
          if (tenantId === undefined) throw problem('not_found');
          const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
          return { tenantId, bearerId: 'sbr_fake', readOnly: false, expiresAt };
        },
        async ProvisionUser(request) {
          check();
          const { tenantId, email, emailVerified, profileJson, loginId, identity } = request;
          if (identity) {
            provisions.push(request);
            const known = request.userId || idOf(byIdentity(tenantId, identity));
            if (known) return { outcome: 'MATCHED', userId: known };
            const holder = email === '' ? '' : idOf(byProfile(tenantId, { email }));
            if (holder) return { outcome: 'LINK_REQUIRED', userId: holder };
            const isCreated = request.actions.some(({ create }) => create);
            if (!isCreated) return { outcome: 'REFUSED', reason: 'account_not_provisioned' };
          }
          const id = provisioned.get(loginId) ?? newId('user');
          provisioned.set(loginId, id);
          const profile = JSON.parse(profileJson || '{}') as object;
          const identities = identity ? [identity] : [];
          const userJson = JSON.stringify({ ...profile, id, email, emailVerified, identities });
          users.set(`${tenantId} ${id}`, { userJson });
          return { outcome: 'CREATED', userId: id };
        },
        async MigrateLogin({ tenantId, identifier, password }) {
          check();
          const verify = migrations.get(tenantId);
          if (!verify) return { outcome: 'NOT_CONFIGURED' };
          const userId = verify(identifier, password);
          if (userId === 'unavailable') return { outcome: 'UNAVAILABLE' };
          return userId === undefined
            ? { outcome: 'REJECTED' }
            : { outcome: 'VERIFIED', userId, created: true };
        },
        async ResolveDomain({ emailOrDomain }) {
          check();
          const connections = domains.get(emailOrDomain.split('@').at(-1) ?? '') ?? [];
          return { organizationId: connections.length > 0 ? 'org_1' : '', connections };
        },
        async GetConnection({ directoryId }) {
          check();
          const found = connections.get(directoryId);
          if (!found) throw problem('not_found');
          const { kind, config, secret } = found;
          const secretJson = secret ? JSON.stringify(secret) : '';
          return { kind, configJson: JSON.stringify(config), secret: secretJson };
        },
        async PreviewInvitation({ invitationId = '', token }) {
          check();
          const [id = invitationId] = token
            ? ([...invitations].find(([, one]) => one.token === token) ?? [])
            : [];
          const { token: _, ...found } = invitations.get(id) ?? { outcome: 'NOT_FOUND' as const };
          return { ...found, invitationId: id };
        },
        async AcceptInvitation({ invitationId, userId, linkIntentId }) {
          check();
          if (acceptancesFail) throw problem('upstream_unavailable');
          const found = invitations.get(invitationId);
          if (!found) return { outcome: 'NOT_FOUND' };
          const before = accepted.find((one) => one.invitationId === invitationId);
          if (before)
            return { outcome: before.linkIntentId === linkIntentId ? 'ACCEPTED' : 'USED' };
          if (found.outcome !== 'PENDING') return { outcome: found.outcome };
          accepted.push({ invitationId, userId, linkIntentId });
          found.outcome = 'USED';
          return { outcome: 'ACCEPTED' };
        },
        async PatchProfile({ tenantId, userId, mergePatchJson, emailVerified }) {
          check();
          const known = users.get(`${tenantId} ${userId}`);
          const profile = {
            ...(JSON.parse(known?.userJson ?? '{}') as object),
            ...(JSON.parse(mergePatchJson) as object),
            emailVerified,
          };
          const userJson = JSON.stringify(profile);
          users.set(`${tenantId} ${userId}`, { ...known, userJson });
          return { userJson };
        },
      },
      {
        ResolveUser: ['*'],
        GetGroup: ['*'],
        AuthenticateScimBearer: ['product-api'],
        ProvisionUser: ['hub'],
        PatchProfile: ['hub'],
        MigrateLogin: ['*'],
        ResolveDomain: ['*'],
        GetConnection: ['hub'],
        PreviewInvitation: ['*'],
        AcceptInvitation: ['hub'],
      },
    ),
  ]);
  return {
    ...sibling,
    setMigration: (tenantId, verify) => void migrations.set(tenantId, verify),
    provisioned: provisions,
    accepted,
    failAcceptances: (fails) => void (acceptancesFail = fails),
    setInvitation: (id, invitation) => void invitations.set(id, invitation),
    setDomain: (domain, of) => void domains.set(domain, of),
    setConnection: (directoryId, connection) => void connections.set(directoryId, connection),
    setUser: (tenantId, userId, user) => void users.set(`${tenantId} ${userId}`, user),
    setGroup: (tenantId, groupId) => void groups.add(`${tenantId} ${groupId}`),
    setScimBearer: (directoryId, lookup, tenantId) =>
      void bearers.set(`${directoryId} ${lookup}`, tenantId),
    setOrganization: (tenantId, organization) =>
      void organizations.set(`${tenantId} ${organization.id}`, organization),
  };
}
