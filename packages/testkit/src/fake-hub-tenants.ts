import { defaultTenantId } from '@platform/contracts';
import type { TenantLimits } from '@platform/contracts';
import { serveSomeRpc } from '@platform/kit/grpc';
import type { RpcMount } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';

/** A tenant of the fake hub. */
export interface TestTenant {
  id: string;
  slug: string;
  issuer: string;
  state: 'active' | 'suspended';
  limits?: TenantLimits;
}

/** A tenant's IP rules in the fake hub. */
export interface TestIpRules {
  version: number;
  rules: { id: string; action: string; cidr: string; expiresAt: string }[];
}

/** An application in the fake hub. */
export interface TestClient {
  name?: string;
  type?: string;
  enabled?: boolean;
  firstParty?: boolean;
  allowedScopes?: string[];
}

/** A request for the token of a web session. */
export interface TestExchange {
  tenantId: string;
  app: string;
  sessionId: string;
  background: boolean;
}

/** The state of the fake hub. */
export interface TestHubState {
  /** By slug. */
  readonly tenants: Map<string, TestTenant>;
  /** By tenant. */
  readonly rules: Map<string, TestIpRules>;
  /** By tenant and client, separated by a space. */
  readonly clients: Map<string, TestClient>;
  /** Access tokens of web sessions, by tenant, application and id, separated by spaces. */
  readonly webSessions: Map<string, string>;
  readonly exchanges: TestExchange[];
  /** Tenant and id of each API. */
  readonly apis: Set<string>;
}

/** Finds a tenant by its id or slug. */
export const findTestTenant = (
  { tenants }: Pick<TestHubState, 'tenants'>,
  { slug, tenantId }: { slug?: string; tenantId?: string },
): TestTenant | undefined =>
  [...tenants.values()].find((tenant) => tenant.slug === slug || tenant.id === tenantId);

/** Serves the tenant services that siblings call. */
export const serveHubTenants = (state: TestHubState, check: () => void): RpcMount[] => [
  serveSomeRpc(
    'platform.hub.v1.Tenants',
    {
      async GetTenant(named) {
        check();
        const found = findTestTenant(state, named);
        if (!found) throw problem('not_found');
        const isDefault = found.id === defaultTenantId;
        return { ...found, name: found.slug, mode: 'live', isDefault };
      },
    },
    { GetTenant: ['*'] },
  ),
  serveSomeRpc(
    'platform.hub.v1.Clients',
    {
      async GetClient({ tenantId, clientId }) {
        check();
        const client = state.clients.get(`${tenantId} ${clientId}`);
        return client ? { enabled: true, ...client, found: true } : { found: false };
      },
      async ExpectPolicies({ tenantId, clientId }) {
        check();
        if (!state.clients.has(`${tenantId} ${clientId}`)) throw problem('not_found');
        return {};
      },
    },
    { GetClient: ['fga', 'compliance', 'identity-service', 'outbound'], ExpectPolicies: ['fga'] },
  ),
  serveSomeRpc(
    'platform.hub.v1.WebSessions',
    {
      async Exchange(asked) {
        check();
        state.exchanges.push(asked);
        const { tenantId, app, sessionId } = asked;
        const accessToken = state.webSessions.get(`${tenantId} ${app} ${sessionId}`);
        if (accessToken === undefined) throw problem('not_found');
        return { accessToken };
      },
    },
    { Exchange: ['product-api'] },
  ),
  serveSomeRpc(
    'platform.hub.v1.ApiResources',
    {
      async Get({ tenantId, id }) {
        check();
        return { found: state.apis.has(`${tenantId} ${id}`), enabled: true };
      },
    },
    { Get: ['fga'] },
  ),
  serveSomeRpc(
    'platform.hub.v1.IpRules',
    {
      async Snapshot({ tenantId }) {
        check();
        return state.rules.get(tenantId) ?? { version: 0, rules: [] };
      },
    },
    { Snapshot: ['product-api', 'directory'] },
  ),
];
