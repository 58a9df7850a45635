import { isId } from '@platform/contracts';
import type { Database } from '@platform/kit/database';
import { rpcContext, serveSomeRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import { found } from '@platform/kit/problem';
import type { SecretBox } from '@platform/kit/secrets';
import { listSignInDirectories } from '../directories/directories.ts';
import { findDomainHolder } from '../domains/domains.ts';
import { findGroup } from '../directories/group-roles/group-roles.ts';
import { acceptInvitation, previewInvitation } from '../invitations/invitations.ts';
import type { LazyLogin } from '../migration/lazy-login/lazy-login.ts';
import { loginProvisioning } from '../provisioning/logins/login-provisioning.ts';
import type { LoginProvisioningOptions } from '../provisioning/logins/login-provisioning.ts';
import { patchProfile } from '../provisioning/logins/profile-patch.ts';
import { authenticateScimBearer } from '../scim/bearers/scim-bearers.ts';
import { listUserStates } from '../organizations/organizations.ts';
import { connectionOf } from './connection-answer.ts';
import { resolvedUser } from './user-answer.ts';

export interface DirectoryRpcOptions extends LoginProvisioningOptions {
  db: Pick<Database, 'read' | 'work' | 'call'>;
  secrets: Pick<SecretBox, 'open'>;
  migrateLogin: LazyLogin;
}

/** The RPCs that directory serves to other services. */
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
        rpcRunner.read(call, request.tenantId, (tx) =>
          resolvedUser(tx, request, provisioning.schemas),
        ),

      async ListUserStates(request, call) {
        const { tenantId } = rpcContext(call, request.tenantId);
        const ids = request.userIds.filter((id) => isId('user', id));
        const states = await listUserStates(db, tenantId, ids);
        return { users: states.map(({ id: userId, ...state }) => ({ userId, ...state })) };
      },

      ProvisionUser: loginProvisioning({ rpcRunner, ...provisioning }),

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
          const group = found(
            isId('directoryGroup', request.groupId)
              ? await findGroup(tx, request.groupId)
              : undefined,
          );
          const { directoryId, organizationId, displayName } = group;
          return { directoryId, organizationId: organizationId ?? '', displayName };
        }),

      AuthenticateScimBearer: async ({ directoryId, lookup, tokenSha256 }) => {
        const digest = { lookup, sha256: Buffer.from(tokenSha256) };
        const caller = found(await authenticateScimBearer(db, directoryId, digest, Date.now()));
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
      ListUserStates: ['hub'],
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
