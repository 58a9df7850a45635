import { builtInFamilies } from '@platform/contracts';
import { clusterKeySet, projectedTokens } from '@platform/kit/auth';
import { listenRpc, serveRpc } from '@platform/kit/grpc';
import type { RpcHandlers, RpcMount } from '@platform/kit/grpc';
import { silentLog } from '@platform/kit/log';
import { problem } from '@platform/kit/problem';
import type { Cluster } from './cluster.ts';

type Evaluate = RpcHandlers<'platform.fga.v1.AccessPolicies'>['Evaluate'];
type EvaluatePoliciesRequest = Parameters<Evaluate>[0];
type EvaluatePoliciesResponse = Awaited<ReturnType<Evaluate>>;

type TestCluster = Pick<Cluster, 'issuer' | 'jwksUri'>;

/** Where the network of a service under test ends: a sibling's gRPC, and nothing behind it. */
export interface TestSibling {
  rpcPort: number;
  /** Answers 503 from now on, or no more. */
  setAway(away: boolean): void;
  stop(): Promise<void>;
}

/** Serves these methods under a sibling's audience. */
async function startSibling(
  cluster: TestCluster,
  audience: string,
  mountsOf: (check: () => void) => RpcMount[],
): Promise<TestSibling> {
  let isAway = false;
  const keys = clusterKeySet({
    jwksUri: cluster.jwksUri,
    caPath: '',
    tokenPath: '',
    connectTimeoutMs: 2_000,
    readTimeoutMs: 2_000,
  });
  const rpc = await listenRpc({
    port: 0,
    log: silentLog,
    verifyCaller: projectedTokens({
      issuer: cluster.issuer,
      audience,
      allowedSub: '^system:serviceaccount:platform:[a-z-]+$',
      keys,
    }),
    mounts: mountsOf(() => {
      if (isAway) throw problem('upstream_unavailable');
    }),
  });
  return {
    rpcPort: rpc.port,
    setAway: (away) => void (isAway = away),
    async stop() {
      keys.stop();
      await rpc.close(0);
    },
  };
}

/** An elevation that the stub confirms. */
export interface TestElevation {
  scope: string;
  activationId: string;
  expiresAt: string;
}

/** A stub of the access service. Every tenant is entitled to everything, every role is unknown, until told otherwise. */
export interface TestAccess extends TestSibling {
  /** Families that a tenant is not entitled to. */
  setOff(tenantId: string, families: readonly string[]): void;
  /** Roles that exist, with the scopes that they grant. */
  setRoles(tenantId: string, roles: Readonly<Record<string, readonly string[]>>): void;
  setElevated(principalId: string, elevated: readonly TestElevation[]): void;
  /** How often each method was asked. */
  asked: Record<'Entitlements' | 'PrincipalAccess' | 'Roles', number>;
  /** What policies say of a client; any other is allowed. */
  setPolicyAnswer(
    tenantId: string,
    clientId: string,
    answer: EvaluatePoliciesResponse | (() => Promise<EvaluatePoliciesResponse>),
  ): void;
  /** The questions put to policies, in order. */
  evaluated: EvaluatePoliciesRequest[];
}

/** Starts {@link TestAccess}. */
export async function startTestAccess(cluster: TestCluster): Promise<TestAccess> {
  const off = new Map<string, readonly string[]>();
  const roles = new Map<string, Readonly<Record<string, readonly string[]>>>();
  const elevated = new Map<string, readonly TestElevation[]>();
  const policies = new Map<
    string,
    EvaluatePoliciesResponse | (() => Promise<EvaluatePoliciesResponse>)
  >();
  const evaluated: EvaluatePoliciesRequest[] = [];
  const asked = { Entitlements: 0, PrincipalAccess: 0, Roles: 0 };
  const familiesOf = (tenantId: string) =>
    Object.entries(builtInFamilies).map(([family, { areas }]) => ({
      family,
      entitled: !off.get(tenantId)?.includes(family),
      areas: [...areas],
    }));
  const sibling = await startSibling(cluster, 'fga', (check) => [
    serveRpc(
      'platform.fga.v1.Entitlements',
      {
        async Get({ tenantId }) {
          asked.Entitlements += 1;
          check();
          return { revision: 1, families: familiesOf(tenantId) };
        },
      },
      { Get: ['product-api', 'hub'] },
    ),
    serveRpc(
      'platform.fga.v1.PrincipalAccess',
      {
        async Get({ tenantId, principal }) {
          asked.PrincipalAccess += 1;
          check();
          return {
            families: familiesOf(tenantId)
              .filter((f) => f.entitled)
              .map((f) => f.family),
            elevated: [...(elevated.get(principal?.id ?? '') ?? [])],
            maxAgeSeconds: 10,
          };
        },
      },
      { Get: ['product-api', 'hub'] },
    ),
    serveRpc(
      'platform.fga.v1.AccessPolicies',
      {
        async Evaluate(request) {
          check();
          evaluated.push(request);
          const answer = policies.get(`${request.tenantId} ${request.clientId}`) ?? {
            outcome: 'allow',
            allow: {},
          };
          return typeof answer === 'function' ? answer() : answer;
        },
      },
      { Evaluate: ['hub'] },
    ),
    serveRpc(
      'platform.fga.v1.Roles',
      {
        async ValidateRoles({ tenantId, keys, granter }) {
          asked.Roles += 1;
          check();
          return {
            roles: keys.map((key) => {
              const scopes = roles.get(tenantId)?.[key];
              const missingScopes = (scopes ?? []).filter(
                (scope) => !granter?.scopes.includes(scope),
              );
              return {
                key,
                exists: scopes !== undefined,
                assignable: scopes !== undefined && missingScopes.length === 0,
                missingScopes,
              };
            }),
          };
        },
      },
      { ValidateRoles: ['directory'] },
    ),
  ]);
  return {
    ...sibling,
    asked,
    evaluated,
    setPolicyAnswer: (tenantId, clientId, answer) =>
      void policies.set(`${tenantId} ${clientId}`, answer),
    setOff: (tenantId, families) => void off.set(tenantId, families),
    setRoles: (tenantId, known) => void roles.set(tenantId, known),
    setElevated: (principalId, active) => void elevated.set(principalId, active),
  };
}

/** What the stub directory says of a user. */
export interface TestPerson {
  status?: string;
  tenantRoles?: string[];
  groupIds?: string[];
  memberships?: { organizationId: string; state: string; roles: string[] }[];
  userJson?: string;
  tokenAttributesJson?: string;
}

/** A stub of the directory: it knows whom it was told of. */
export interface TestDirectory extends TestSibling {
  setUser(tenantId: string, userId: string, user: TestPerson): void;
  /** An organization as it is told to those who ask with an active member of it. */
  setOrganization(tenantId: string, organization: { id: string }): void;
}

/** Starts {@link TestDirectory}. */
export async function startTestDirectory(cluster: TestCluster): Promise<TestDirectory> {
  const users = new Map<string, TestPerson>();
  const organizations = new Map<string, { id: string }>();
  const sibling = await startSibling(cluster, 'directory', (check) => [
    serveRpc(
      'platform.directory.v1.Directory',
      {
        async ResolveUser({ tenantId, userId, organizationId, include }) {
          check();
          const user = users.get(`${tenantId} ${userId}`);
          const isMember = user?.memberships?.some(
            (m) => m.organizationId === organizationId && m.state === 'active',
          );
          const organization =
            isMember && include.includes('organization')
              ? organizations.get(`${tenantId} ${organizationId}`)
              : undefined;
          return user
            ? {
                status: 'active',
                ...user,
                ...(organization ? { organizationJson: JSON.stringify(organization) } : {}),
                outcome: 'FOUND',
              }
            : { outcome: 'NOT_FOUND' };
        },
        async ProvisionUser() {
          throw problem('not_found');
        },
      },
      { ResolveUser: ['*'], ProvisionUser: [] },
    ),
  ]);
  return {
    ...sibling,
    setUser: (tenantId, userId, user) => void users.set(`${tenantId} ${userId}`, user),
    setOrganization: (tenantId, organization) =>
      void organizations.set(`${tenantId} ${organization.id}`, organization),
  };
}

/** A claim schema as the stub tells it; what is not said is the usual. */
export interface TestClaimSchema {
  claimName: string;
  jsonSchema?: string;
  sourceKind?: 'webhook' | 'attribute' | 'endpoint';
  sourceJson?: string;
  clientIds?: string[];
  scopes?: string[];
  tokens?: string[];
  required?: boolean;
  defaultJson?: string;
}

/** What the stub answers for claims whose source is an endpoint. */
export interface TestResolved {
  claims?: { token: string; claimsJson: string }[];
  unmet?: string[];
}

/** A stub of the outbound service: it knows the claim schemas it was told of. */
export interface TestOutbound extends TestSibling {
  setClaimSchemas(tenantId: string, schemas: readonly TestClaimSchema[]): void;
  setResolved(tenantId: string, resolved: TestResolved): void;
  /** Milliseconds that a resolution takes. */
  setSlow(delayMs: number): void;
  /** How often each method was asked. */
  asked: Record<'List' | 'Resolve', number>;
}

/** Starts {@link TestOutbound}; `isServed: false` knows nothing of claim schemas, as one before they came. */
export async function startTestOutbound(
  cluster: TestCluster,
  { isServed = true }: { isServed?: boolean } = {},
): Promise<TestOutbound> {
  const schemas = new Map<string, readonly TestClaimSchema[]>();
  const resolved = new Map<string, TestResolved>();
  const asked = { List: 0, Resolve: 0 };
  let delayMs = 0;
  const sibling = await startSibling(cluster, 'outbound', (check) =>
    isServed
      ? [
          serveRpc(
            'platform.outbound.v1.ClaimSchemas',
            {
              async List({ tenantId, clientId }) {
                asked.List += 1;
                check();
                const fitting = (schemas.get(tenantId) ?? []).filter(
                  (s) => clientId === '' || !s.clientIds?.length || s.clientIds.includes(clientId),
                );
                return {
                  items: fitting.map((s) => ({
                    jsonSchema: '{}',
                    sourceKind: 'webhook',
                    sourceJson: '{"kind":"webhook"}',
                    tokens: ['access_token'],
                    revision: 1,
                    ...s,
                  })),
                };
              },
              async Resolve({ tenantId }) {
                asked.Resolve += 1;
                check();
                await new Promise((resolve) => setTimeout(resolve, delayMs));
                return resolved.get(tenantId) ?? {};
              },
            },
            { List: ['hub', 'fga'], Resolve: ['fga'] },
          ),
        ]
      : [],
  );
  return {
    ...sibling,
    asked,
    setClaimSchemas: (tenantId, known) => void schemas.set(tenantId, known),
    setSlow: (ms) => void (delayMs = ms),
    setResolved: (tenantId, answer) => void resolved.set(tenantId, answer),
  };
}
