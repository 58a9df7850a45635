import { isId } from '@platform/contracts';
import { serveRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import type { AccessOf } from './principal-access.ts';

/** What a principal may do, for those who issue tokens and those who look at them. */
export const principalAccessRpc = (accessOf: AccessOf, maxAgeSeconds: number): RpcMount =>
  serveRpc(
    'platform.fga.v1.PrincipalAccess',
    {
      async Get({ tenantId, principal, clientId, organizationId }) {
        if (!isId('tenant', tenantId))
          throw problem('invalid_parameter', { detail: 'tenant_id must be the id of a tenant' });
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
          organizationId: organizationId || undefined,
        });
        return { ...access, maxAgeSeconds };
      },
    },
    { Get: ['hub', 'product-api'] },
  );
