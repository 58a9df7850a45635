import type {
  GetConnectionRequest,
  GetConnectionResponse,
  ProvisionUserRequest,
  ProvisionUserResponse,
  ResolveUserRequest,
  ResolveUserResponse,
} from '@platform/protos';
import { isId } from '@platform/contracts';
import { lock } from '@platform/kit/database';
import type { Database, Tx } from '@platform/kit/database';
import { rpcContext, serveSomeRpc } from '@platform/kit/grpc';
import type { RpcMount, RpcRunner } from '@platform/kit/grpc';
import { asProblem, problem } from '@platform/kit/problem';
import type { SecretBox } from '@platform/kit/secrets';
import { directoryLocks } from '../advisory-locks.ts';
import {
  findOrganization,
  listMembershipsOf,
  organizationResource,
} from '../organizations/organizations.ts';
import type { OrganizationOfUser } from '../organizations/organizations.ts';
import { Outrun, provisionUser } from '../provisioning/user-provisioning.ts';
import type { ProvisioningOptions } from '../provisioning/user-provisioning.ts';
import { userResource } from '../users/user-record.ts';
import { resolveUser } from '../users/user-resolution.ts';
import type { UserQuery } from '../users/user-resolution.ts';
import { findUser, listIdentifiers } from '../users/users.ts';
import { tokenAttributes } from '../attribute-schema/attribute-schema.ts';
import type { AttributeSchemas } from '../attribute-schema/attribute-schema.ts';
import { findDomainHolder } from '../domains/domains.ts';
import {
  listSignInDirectories,
  directoryById,
  openCredential,
} from '../directories/directories.ts';
import {
  findGroup,
  listGroupIdsOf,
  listGroupRoles,
  withGroupRoles,
} from '../group-roles/group-roles.ts';
import { authenticateScimBearer } from '../scim-bearers/scim-bearers.ts';
import { acceptInvitation, previewInvitation } from '../invitations/invitations.ts';
import type { LazyLogin } from '../migration/lazy-login/lazy-login.ts';
import { patchProfile } from '../provisioning/profile-patch.ts';

const notFound: ResolveUserResponse = { outcome: 'NOT_FOUND' };
const maxMemberships = 1_000;
const maxGroups = 1_000;

const queryOf = ({
  by,
  userId,
  email,
  username,
  phone,
  externalId,
  identity,
}: ResolveUserRequest): UserQuery => {
  if (by === 'identity' && identity) return { identity };
  return (
    {
      userId: { userId },
      email: { email },
      username: { username },
      phone: { phone },
      externalId: { externalId },
    }[by as 'email'] ?? {}
  );
};

/** Of an active member: nobody learns of an organization by naming it. */
async function organizationFor(
  tx: Tx,
  organizationId: string,
  memberships: readonly { organizationId: string; state: string }[],
  schemas: AttributeSchemas,
): Promise<string> {
  const isMember = memberships.some(
    (m) => m.organizationId === organizationId && m.state === 'active',
  );
  const organization = isMember ? await findOrganization(tx, organizationId) : undefined;
  if (!organization) return '';
  return JSON.stringify(organizationResource(organization, await schemas.read(tx, 'organization')));
}

/** While an organization is suspended, its members stay and their roles grant nothing. */
const resolvedMembership = (m: OrganizationOfUser) => ({
  organizationId: m.organizationId,
  state: m.state,
  roles: m.organizationStatus === 'active' ? withGroupRoles(m.roles, m.groupRoles).roles : [],
});

/** Roles by groups of directories of the whole tenant. */
async function tenantRolesOf(tx: Tx, userId: string): Promise<string[]> {
  const given = await listGroupRoles(tx, [userId]);
  return [...new Set(given.filter((g) => g.organizationId === null).map((g) => g.role))];
}

async function answerFor(
  tx: Tx,
  userId: string,
  { organizationId, include }: Pick<ResolveUserRequest, 'organizationId' | 'include'>,
  schemas: AttributeSchemas,
): Promise<ResolveUserResponse> {
  const user = await findUser(tx, userId);
  if (!user) return notFound;
  const memberships = await listMembershipsOf(tx, user.id, undefined, maxMemberships);
  const schema = await schemas.read(tx, 'user');
  return {
    outcome: 'FOUND',
    userJson: JSON.stringify(userResource(user, schema)),
    status: user.status,
    version: user.version,
    identifiers: await listIdentifiers(tx, user.id),
    tenantRoles: await tenantRolesOf(tx, user.id),
    groupIds: include.includes('groups') ? await listGroupIdsOf(tx, user.id, maxGroups) : [],
    tokenAttributesJson: JSON.stringify(tokenAttributes(schema, user.metadata)),
    memberships: memberships
      .filter((m) => organizationId === '' || m.organizationId === organizationId)
      .map(resolvedMembership),
    ...(include.includes('organization')
      ? { organizationJson: await organizationFor(tx, organizationId, memberships, schemas) }
      : {}),
  };
}

/** Runs it once more where another login of the same user, or their erasure, was committed first. */
const lookingAgain = <T>(provision: () => Promise<T>): Promise<T> =>
  provision().catch((error: unknown) => {
    if (error instanceof Outrun || asProblem(error).code === 'already_exists') return provision();
    throw error;
  });

/** Once a login: its first answer is kept, however often the hub asks. */
async function provisionOnce(
  tx: Tx,
  request: ProvisionUserRequest,
  provisioning: ProvisioningOptions,
): Promise<ProvisionUserResponse> {
  const { tenantId, loginId } = request;
  await lock(tx, directoryLocks.provisionedLogin, `${tenantId} ${loginId}`);
  const kept = await tx.row<{ response: ProvisionUserResponse }>(
    'SELECT response FROM provisioned_logins WHERE tenant_id = $1 AND login_id = $2',
    [tenantId, loginId],
  );
  if (kept) return kept.response;
  const response = await provisionUser(tx, request, provisioning);
  await tx.execute(
    'INSERT INTO provisioned_logins (tenant_id, login_id, response) VALUES ($1, $2, $3)',
    [tenantId, loginId, JSON.stringify(response)],
  );
  return response;
}

/** A login that changed nobody leaves no record of its own: signing in has its event. */
const provisionedUser = (response: ProvisionUserResponse | undefined) => {
  if (!response) return { type: 'operation', id: 'userDirectoryProvision' };
  const { outcome, userId = '' } = response;
  return outcome === 'CREATED' || outcome === 'UPDATED' ? { type: 'user', id: userId } : undefined;
};

const connectionKinds: readonly string[] = ['oidc', 'saml'];

/** How people sign in at a directory. @throws 404 for one that nobody can sign in at */
async function connectionOf(
  tx: Tx,
  { directoryId }: GetConnectionRequest,
  secrets: Pick<SecretBox, 'open'>,
): Promise<GetConnectionResponse> {
  const directory = await directoryById(tx, directoryId);
  if (!directory || !connectionKinds.includes(directory.kind) || directory.state === 'suspended')
    throw problem('not_found');
  const credential = await openCredential(tx, directory.id, secrets);
  return {
    kind: directory.kind,
    configJson: JSON.stringify(directory.config),
    secret: credential ? JSON.stringify(credential) : '',
    version: directory.version,
  };
}

/** What {@link directoryRpc} needs. */
export interface DirectoryRpcOptions extends ProvisioningOptions {
  rpcRunner: RpcRunner;
  db: Pick<Database, 'read' | 'work'>;
  secrets: Pick<SecretBox, 'open'>;
  migrateLogin: LazyLogin;
}

/** What directory answers to siblings. */
export function directoryRpc({
  rpcRunner,
  db,
  secrets,
  migrateLogin,
  ...provisioning
}: DirectoryRpcOptions): RpcMount {
  return serveSomeRpc(
    'platform.directory.v1.Directory',
    {
      ResolveUser: (request, call) =>
        rpcRunner.read(call, request.tenantId, async (tx) => {
          const found = await resolveUser(tx, queryOf(request), {
            unverified: request.include.includes('unverified'),
          });
          if (found.outcome === 'found')
            return answerFor(tx, found.userId, request, provisioning.schemas);
          return found.outcome === 'ambiguous' ? { outcome: 'AMBIGUOUS' } : notFound;
        }),

      ProvisionUser: (request, call) =>
        rpcRunner.write(
          call,
          request.tenantId,
          {
            operationId: 'userDirectoryProvision',
            subject: provisionedUser,
            request,
            repeat: lookingAgain,
          },
          (tx) => provisionOnce(tx, request, provisioning),
        ),

      PatchProfile: (request, call) =>
        rpcRunner.write(
          call,
          request.tenantId,
          {
            operationId: 'userDirectoryPatchProfile',
            subject: { type: 'user', id: request.userId },
            actor: isId('user', request.userId) ? { type: 'user', id: request.userId } : undefined,
            request,
          },
          async (tx, audit) => {
            const { response, changed } = await patchProfile(tx, request, provisioning);
            audit({ changed });
            return response;
          },
        ),

      ResolveDomain: (request, call) =>
        rpcRunner.read(call, request.tenantId, async (tx) => {
          const holder = await findDomainHolder(tx, request.emailOrDomain);
          if (!holder) return {};
          const { organizationId, enrollment } = holder;
          const connections = await listSignInDirectories(tx, organizationId);
          return { organizationId, enrollment, connections };
        }),

      MigrateLogin: (request, call) => migrateLogin(rpcContext(call, request.tenantId), request),
      GetConnection: (request, call) =>
        rpcRunner.read(call, request.tenantId, (tx) => connectionOf(tx, request, secrets)),

      GetGroup: (request, call) =>
        rpcRunner.read(call, request.tenantId, async (tx) => {
          const group = isId('directoryGroup', request.groupId)
            ? await findGroup(tx, request.groupId)
            : undefined;
          if (!group) throw problem('not_found');
          const { directoryId, organizationId, displayName } = group;
          return { directoryId, organizationId: organizationId ?? '', displayName };
        }),

      AuthenticateScimBearer: async ({ directoryId, lookup, tokenSha256 }) => {
        const digest = { lookup, sha256: Buffer.from(tokenSha256) };
        const caller = await authenticateScimBearer(db, directoryId, digest, Date.now());
        if (!caller) throw problem('not_found');
        const { tenantId, bearer } = caller;
        return {
          tenantId,
          bearerId: bearer.id,
          readOnly: bearer.readOnly,
          expiresAt: bearer.expiresAt.toISOString(),
        };
      },

      PreviewInvitation: (request, call) =>
        rpcRunner.read(call, request.tenantId, (tx) => previewInvitation(tx, request, Date.now())),

      AcceptInvitation: (request, call) =>
        rpcRunner.write(
          call,
          request.tenantId,
          {
            operationId: 'organizationInvitationsAccept',
            subject: { type: 'invitation', id: request.invitationId },
            actor: isId('user', request.userId) ? { type: 'user', id: request.userId } : undefined,
            request,
          },
          (tx) => acceptInvitation(tx, request, Date.now()),
        ),
    },
    {
      ResolveUser: ['hub', 'identity-service', 'fga', 'compliance'],
      ProvisionUser: ['hub'],
      PatchProfile: ['hub'],
      ResolveDomain: ['hub', 'identity-service'],
      MigrateLogin: ['identity-service'],
      GetConnection: ['hub'],
      GetGroup: ['fga'],
      AuthenticateScimBearer: ['product-api'],
      PreviewInvitation: ['identity-service', 'hub'],
      AcceptInvitation: ['hub'],
    },
  );
}
