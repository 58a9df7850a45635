import type { IncomingMessage } from 'node:http';
import { isId } from '@platform/contracts';
import { requireActive, serviceToken } from '@platform/kit/auth';
import type { ServiceCaller, TenantLookup, Verified } from '@platform/kit/auth';
import type { IncomingRequest, Authenticator } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';

export interface InternalAuthenticatorOptions {
  /** The header with the caller's projected token, in any letter case. */
  headerName: string;
  verifyCaller: (token: string | undefined) => Promise<ServiceCaller>;
  verifyBearer: (authorization: string | undefined) => Promise<Verified>;
  tenants: Pick<TenantLookup, 'byId'>;
}

const tenantHeader = 'x-platform-tenant';

/** Returns the tenant that a service names in the header or the body. */
async function namedTenant({ req, body }: IncomingRequest): Promise<string> {
  const inHeader = req.headers[tenantHeader];
  const input = await body();
  const inBody =
    typeof input === 'object' && input !== null
      ? (input as { tenantId?: unknown }).tenantId
      : undefined;
  const tenantId = inHeader ?? inBody;
  if (!isId('tenant', tenantId))
    throw problem('invalid_parameter', { detail: 'X-Platform-Tenant must be a tenant id' });
  if (inBody !== undefined && inBody !== tenantId)
    throw problem('tenant_mismatch', {
      detail: 'X-Platform-Tenant and the tenantId of the path must be the same tenant',
    });
  return tenantId;
}

/**
 * Authenticates other services by their projected token; a header or the body names the tenant. The principal is the administrator
 * whose bearer token the service forwards, or else the service itself.
 */
export function internalAuthenticator({
  headerName,
  verifyCaller,
  verifyBearer,
  tenants,
}: InternalAuthenticatorOptions): Authenticator<ServiceCaller> {
  const header = headerName.toLowerCase();
  const mayCarryBearer = header !== 'authorization';
  const valueOf = (req: IncomingMessage): string | undefined =>
    req.headers[header] as string | undefined;
  return {
    caller: (req) => verifyCaller(serviceToken(valueOf(req))),
    async principal(incoming, { serviceAccount }) {
      const { authorization } = incoming.req.headers;
      const administrator =
        mayCarryBearer && authorization !== undefined
          ? await verifyBearer(authorization)
          : undefined;
      const tenantId = await namedTenant(incoming);
      if (administrator && administrator.principal.tenantId !== tenantId)
        throw problem('tenant_mismatch');
      const tenant = administrator?.tenant ?? (await tenants.byId(tenantId));
      if (!tenant || tenant.state === 'deleted')
        throw problem('not_found', { detail: 'The tenant was not found' });
      requireActive(tenant);
      return (
        administrator?.principal ?? {
          type: 'service',
          id: serviceAccount,
          clientId: serviceAccount,
          tenantId,
          scopes: new Set(),
        }
      );
    },
  };
}
