import { defaultTenantId } from '@platform/contracts';
import type { TenantLimits } from '@platform/contracts';
import { tenantIssuers } from '@platform/kit/auth';
import { newId } from '@platform/kit/ids';
import { newHubKeys, serveKeySet, signToken } from './fake-hub-keys.ts';
import type { TestTokenOptions } from './fake-hub-keys.ts';
import { testSigning } from './fake-hub-signing.ts';
import type { TestSigning } from './fake-hub-signing.ts';
import { serveHubTenants } from './fake-hub-tenants.ts';
import type {
  TestClient,
  TestExchange,
  TestHubState,
  TestIpRules,
  TestTenant,
} from './fake-hub-tenants.ts';
import { startSibling } from './fake-sibling.ts';
import type { TestCluster, TestSibling } from './fake-sibling.ts';
import type { KeptBack } from './kept-back.ts';

export type { TestTokenOptions } from './fake-hub-keys.ts';
export type { TestTenant } from './fake-hub-tenants.ts';

/** A fake hub at the network boundary of a service under test: serves a key set and gRPC. */
export interface TestHub extends TestSibling {
  platformIssuer: string;
  platformDomain: string;
  jwksUri: string;
  tenant(slug: string): TestTenant;
  token(options: TestTokenOptions): Promise<string>;
  setState(tenant: TestTenant, state: TestTenant['state']): void;
  setLimits(tenant: TestTenant, limits: TenantLimits | undefined): void;
  setIpRules(tenant: TestTenant, rules: TestIpRules): void;
  /** Adds an application of the tenant. */
  setClient(tenant: TestTenant, clientId: string, client?: TestClient): void;
  /** Sets the access token of a web session; without one, the session has ended. */
  setWebSession(
    tenant: TestTenant,
    session: { app: string; sessionId: string },
    token: string | undefined,
  ): void;
  /** Requests for tokens of web sessions, in order. */
  exchanges: readonly TestExchange[];
  /** Adds an API of the tenant. */
  addApi(tenant: TestTenant, id: string): void;
  /** The signed documents, in order. */
  signed: TestSigning['signed'];
  /** Delays a tenant's next signatures for this purpose until released. */
  keepSignaturesBack(tenant: TestTenant, purpose: string): KeptBack;
}

export const TEST_PLATFORM_DOMAIN = '.platform.localhost';

/** Returns the tenant with a slug; creates it if it does not exist. */
function tenantOf(
  { tenants }: TestHubState,
  slug: string,
  issuerOf: (slug: string) => string,
): TestTenant {
  const known = tenants.get(slug);
  if (known) return known;
  const tenant: TestTenant = {
    id: newId('tenant'),
    slug,
    issuer: issuerOf(slug),
    state: 'active',
  };
  tenants.set(slug, tenant);
  return tenant;
}

/** Starts a fake hub that speaks the real protocols. */
export async function startTestHub(cluster: TestCluster): Promise<TestHub> {
  const state: TestHubState = {
    tenants: new Map(),
    rules: new Map(),
    clients: new Map(),
    webSessions: new Map(),
    exchanges: [],
    apis: new Set(),
  };
  const keys = await newHubKeys();
  const signing = testSigning(keys, state);
  let isAway = false;
  const keySet = await serveKeySet(keys, () => isAway);
  const sibling = await startSibling(cluster, 'hub', (check) => [
    ...serveHubTenants(state, check),
    signing.serve(check),
  ]);
  const platformIssuer = `http://localhost:${keySet.port}`;
  const issuerOf = tenantIssuers({ platformIssuer, platformDomain: TEST_PLATFORM_DOMAIN });
  state.tenants.set('default', {
    id: defaultTenantId,
    slug: 'default',
    issuer: platformIssuer,
    state: 'active',
  });

  return {
    ...sibling,
    platformIssuer,
    platformDomain: TEST_PLATFORM_DOMAIN,
    jwksUri: `${platformIssuer}/oauth2/jwks`,
    signed: signing.signed,
    tenant: (slug) => tenantOf(state, slug, issuerOf),
    token: (options) => signToken(keys.tokens, options),
    setState: (tenant, value) =>
      void state.tenants.set(tenant.slug, Object.assign(tenant, { state: value })),
    setLimits: (tenant, limits) =>
      void state.tenants.set(tenant.slug, Object.assign(tenant, { limits })),
    setIpRules: (tenant, rules) => void state.rules.set(tenant.id, rules),
    setClient: (tenant, clientId, client = {}) =>
      void state.clients.set(`${tenant.id} ${clientId}`, client),
    exchanges: state.exchanges,
    setWebSession({ id }, { app, sessionId }, token) {
      const key = `${id} ${app} ${sessionId}`;
      if (token === undefined) state.webSessions.delete(key);
      else state.webSessions.set(key, token);
    },
    addApi: (tenant, id) => void state.apis.add(`${tenant.id} ${id}`),
    keepSignaturesBack: ({ id }, purpose) => signing.keepBack(id, purpose),
    setAway(away) {
      isAway = away;
      sibling.setAway(away);
    },
    async stop() {
      await sibling.stop();
      await keySet.close();
    },
  };
}
