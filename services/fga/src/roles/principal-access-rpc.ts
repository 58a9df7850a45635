import { isId } from '@platform/contracts';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import type { AccessOf, UserScopesOf } from './principal-access.ts';

export interface PrincipalAccessRpcOptions {
  accessOf: AccessOf;
  scopesOf: UserScopesOf;
  /** How long a response to `Get` may be cached. */
  maxAgeSeconds: number;
}

function checkTenantId(tenantId: string): void {
  if (!isId('tenant', tenantId))
    throw problem('invalid_parameter', { detail: 'tenant_id must be the id of a tenant' });
}

/** Serves the access of principals to issuers and introspectors of tokens. */
export const principalAccessRpc = ({
  accessOf,
  scopesOf,
  maxAgeSeconds,
}: PrincipalAccessRpcOptions): RpcMount =>
  serveRpc(
    'platform.fga.v1.PrincipalAccess',
    {
      async Get({ tenantId, principal, clientId, organizationId, apiResourceId }) {
        checkTenantId(tenantId);
        if (
          !principal ||
          (principal.type !== 'user' && principal.type !== 'client') ||
          principal.id === ''
        )
          throw problem('invalid_parameter', { detail: 'principal must be a user or a client' });
        const {
          isActive: _isActive,
          elevatedRoles: _elevatedRoles,
          ...access
        } = await accessOf({
          tenantId,
          principal: { type: principal.type, id: principal.id },
          clientId: clientId || undefined,
          apiResourceId: apiResourceId || undefined,
          organizationId: organizationId || undefined,
        });
        return { ...access, maxAgeSeconds };
      },

      async ListUserScopes({ tenantId, users, wanted }) {
        checkTenantId(tenantId);
        const holders = users.map(({ userId, organizationId }) => ({
          principal: { type: 'user' as const, id: userId },
          organizationId: organizationId || undefined,
        }));
        return { users: await scopesOf(tenantId, holders, new Set(wanted)) };
      },
    },
    { Get: ['hub', 'product-api'], ListUserScopes: ['hub'] },
  );
