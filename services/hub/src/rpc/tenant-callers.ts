import { defaultTenantId } from '@platform/contracts';
import { serviceToken } from '@platform/kit/auth';
import type { BearerVerifier, ProjectedTokenVerifier } from '@platform/kit/auth';
import type { RpcAuthenticate } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';

/** The metadata key of an operator's bearer token. */
const operatorBearerHeader = 'x-platform-bearer';

/** The required scope of each method, for bearer tokens. */
const scopes: Readonly<Record<string, string>> = {
  GetTenant: 'platform:tenants.read',
  ListTenants: 'platform:tenants.read',
  CreateTenant: 'platform:tenants.write',
  SetState: 'platform:tenants.write',
  SetLimits: 'platform:tenants.write',
  DeleteTenant: 'platform:tenants.write',
  ClearIpRules: 'platform:tenants.write',
  ResetAdminClient: 'platform:tenants.write',
  RotateKeys: 'platform:tenants.write',
};

/** The only method that every service may call; the others are for operators. */
const serviceMethod = 'GetTenant';

export interface TenantCallersOptions {
  /** Verifies callers of the channel `platform.tenancy.service-identity`; undefined if it is disabled. */
  verifyOperator: ProjectedTokenVerifier | undefined;
  verifyBearer: BearerVerifier;
  platformIssuer: string;
}

/** Authenticates operators by a projected token of the tenancy channel, or by a bearer token of the platform's issuer with the scope. */
export function tenantCallers({
  verifyOperator,
  verifyBearer,
  platformIssuer,
}: TenantCallersOptions): RpcAuthenticate {
  async function byBearer(bearer: string, scope: string) {
    const { principal, claims } = await verifyBearer(
      /^bearer /i.test(bearer) ? bearer : `Bearer ${bearer}`,
    );
    if (principal.tenantId !== defaultTenantId || claims.iss !== platformIssuer)
      throw problem('tenant_mismatch');
    if (!principal.scopes.has(scope))
      throw problem('insufficient_scope', {
        detail: `The token lacks the required scope ${scope}`,
      });
    return {
      caller: { sub: principal.id, namespace: '', serviceAccount: '' },
      actor: { type: principal.type, id: principal.id },
    };
  }

  return async (method, header) => {
    const scope = scopes[method];
    if (scope === undefined) return undefined;
    const bearer = header(operatorBearerHeader);
    if (bearer !== undefined) return byBearer(bearer, scope);
    if (method === serviceMethod) return undefined;
    if (!verifyOperator) throw problem('not_found', { detail: 'This channel is disabled' });
    const caller = await verifyOperator(serviceToken(header('authorization')));
    return { caller, actor: { type: 'service', id: caller.serviceAccount } };
  };
}
