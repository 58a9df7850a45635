import type {
  ProvisionUserRequest,
  ProvisionUserResponse,
  ResolveUserRequest,
  ResolveUserResponse,
} from '@platform/protos';
import { isId } from '@platform/contracts';
import { lock } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { rpcContext, serveSomeRpc } from '@platform/kit/grpc';
import type { RpcMount, RpcRunner } from '@platform/kit/grpc';
import { asProblem } from '@platform/kit/problem';
import { directoryLocks } from '../advisory-locks.ts';
import {
  findOrganization,
  listMembershipsOf,
  organizationResource,
} from '../organizations/organizations.ts';
import { Outrun, provisionUser } from '../provisioning/user-provisioning.ts';
import type { ProvisioningOptions } from '../provisioning/user-provisioning.ts';
import { userResource } from '../users/user-record.ts';
import { resolveUser } from '../users/user-resolution.ts';
import type { UserQuery } from '../users/user-resolution.ts';
import { findUser, listIdentifiers } from '../users/users.ts';
import { tokenAttributes } from '../attribute-schema/attribute-schema.ts';
import type { AttributeSchemas } from '../attribute-schema/attribute-schema.ts';
import { findDomainHolder } from '../domains/domains.ts';
import { acceptInvitation, previewInvitation } from '../invitations/invitations.ts';
import type { LazyLogin } from '../migration/lazy-login/lazy-login.ts';
import { patchProfile } from '../provisioning/profile-patch.ts';

const notFound: ResolveUserResponse = { outcome: 'NOT_FOUND' };
const maxMemberships = 1_000;

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
    tenantRoles: [],
    groupIds: [],
    tokenAttributesJson: JSON.stringify(tokenAttributes(schema, user.metadata)),
    memberships: memberships.filter(
      (m) => organizationId === '' || m.organizationId === organizationId,
    ),
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

/** What directory answers to siblings. */
export function directoryRpc({
  rpcRunner,
  migrateLogin,
  ...provisioning
}: ProvisioningOptions & { rpcRunner: RpcRunner; migrateLogin: LazyLogin }): RpcMount {
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
          return { organizationId, enrollment, connections: [] };
        }),

      MigrateLogin: (request, call) => migrateLogin(rpcContext(call, request.tenantId), request),

      PreviewInvitation: (request, call) =>
        rpcRunner.read(call, request.tenantId, (tx) =>
          previewInvitation(tx, request.token, Date.now()),
        ),

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
      PreviewInvitation: ['identity-service'],
      AcceptInvitation: ['hub'],
    },
  );
}
