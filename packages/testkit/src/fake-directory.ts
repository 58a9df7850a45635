import { serveSomeRpc } from '@platform/kit/grpc';
import { newId } from '@platform/kit/ids';
import { problem } from '@platform/kit/problem';
import { startSibling } from './fake-sibling.ts';
import type { TestCluster, TestSibling } from './fake-sibling.ts';

/** What the stub directory says of a user. */
export interface TestPerson {
  status?: string;
  tenantRoles?: string[];
  groupIds?: string[];
  memberships?: { organizationId: string; state: string; roles: string[] }[];
  userJson?: string;
  tokenAttributesJson?: string;
}

/** A stub of the directory: it knows whom it was told of. */
export interface TestDirectory extends TestSibling {
  setUser(tenantId: string, userId: string, user: TestPerson): void;
  /** A group of a directory, which exists from now on. */
  setGroup(tenantId: string, groupId: string): void;
  /** A SCIM bearer, which opens a directory from now on. */
  setScimBearer(directoryId: string, lookup: string, tenantId: string): void;
  /** An organization as it is told to those who ask with an active member of it. */
  setOrganization(tenantId: string, organization: { id: string }): void;
}

/** Starts {@link TestDirectory}. */
export async function startTestDirectory(cluster: TestCluster): Promise<TestDirectory> {
  const users = new Map<string, TestPerson>();
  const organizations = new Map<string, { id: string }>();
  const groups = new Set<string>();
  const bearers = new Map<string, string>();
  const provisioned = new Map<string, string>();
  const byProfile = (tenantId: string, wanted: Record<string, string | undefined>) =>
    [...users].find(([key, { userJson = '{}' }]) => {
      const profile = JSON.parse(userJson) as Record<string, unknown>;
      const [name, value] = Object.entries(wanted).find(([, one]) => one) ?? [];
      return name !== undefined && key.startsWith(`${tenantId} `) && profile[name] === value;
    })?.[1];
  const sibling = await startSibling(cluster, 'directory', (check) => [
    serveSomeRpc(
      'platform.directory.v1.Directory',
      {
        async ResolveUser({ tenantId, userId, email, username, organizationId, include }) {
          check();
          const user = userId
            ? users.get(`${tenantId} ${userId}`)
            : byProfile(tenantId, { email, username });
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
        async ProvisionUser({ tenantId, email, emailVerified, profileJson, loginId }) {
          check();
          const id = provisioned.get(loginId) ?? newId('user');
          provisioned.set(loginId, id);
          const profile = JSON.parse(profileJson || '{}') as object;
          const userJson = JSON.stringify({ ...profile, id, email, emailVerified });
          users.set(`${tenantId} ${id}`, { userJson });
          return { outcome: 'CREATED', userId: id };
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
      },
    ),
  ]);
  return {
    ...sibling,
    setUser: (tenantId, userId, user) => void users.set(`${tenantId} ${userId}`, user),
    setGroup: (tenantId, groupId) => void groups.add(`${tenantId} ${groupId}`),
    setScimBearer: (directoryId, lookup, tenantId) =>
      void bearers.set(`${directoryId} ${lookup}`, tenantId),
    setOrganization: (tenantId, organization) =>
      void organizations.set(`${tenantId} ${organization.id}`, organization),
  };
}
