import { defaultTenantId } from '@platform/contracts';
import { serviceToken } from '@platform/kit/auth';
import type { BearerVerifier, ProjectedTokenVerifier } from '@platform/kit/auth';
import type { RpcAuthenticate } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';

/** Metadata that carries an operator's bearer. */
const operatorBearerHeader = 'x-platform-bearer';

/** Scopes of the methods, for bearers. */
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

/** The method of every service; the others are operators' alone. */
const lookUp = 'GetTenant';

export interface TenantCallersOptions {
  /** The channel `platform.tenancy.service-identity`; undefined while it is closed. */
  verifyOperator: ProjectedTokenVerifier | undefined;
  verifyBearer: BearerVerifier;
  platformIssuer: string;
}

/** Operators: a projected token on the tenancy channel, or a bearer of the platform's issuer with the scope. */
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
    if (method === lookUp) return undefined;
    if (!verifyOperator) throw problem('not_found', { detail: 'This channel is disabled' });
    const caller = await verifyOperator(serviceToken(header('authorization')));
    return { caller, actor: { type: 'service', id: caller.serviceAccount } };
  };
}
