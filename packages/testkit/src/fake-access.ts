import { builtInFamilies } from '@platform/contracts';
import { rpcContext, serveRpc, serveSomeRpc } from '@platform/kit/grpc';
import type { RpcHandlers } from '@platform/kit/grpc';
import { problem } from '@platform/kit/problem';
import { startSibling } from './fake-sibling.ts';
import type { TestCluster, TestSibling } from './fake-sibling.ts';

type Evaluate = RpcHandlers<'platform.fga.v1.AccessPolicies'>['Evaluate'];
type EvaluatePoliciesRequest = Parameters<Evaluate>[0];
type EvaluatePoliciesResponse = Awaited<ReturnType<Evaluate>>;

/** Validates like the access service: a user or a client. */
function requirePrincipal(principal: { type: string; id: string } | null | undefined): void {
  const isOne = principal?.type === 'user' || principal?.type === 'client';
  if (!isOne || principal.id === '') throw problem('invalid_parameter');
}

/** An elevation that the fake confirms. */
export interface TestElevation {
  scope: string;
  activationId: string;
  expiresAt: string;
}

/**
 * A fake access service. By default, every tenant is entitled to everything, and every role is
 * unknown.
 */
export interface TestAccess extends TestSibling {
  /** Sets the families that a tenant is not entitled to. */
  setOff(tenantId: string, families: readonly string[]): void;
  /** Sets the existing roles, with the scopes that they grant. */
  setRoles(tenantId: string, roles: Readonly<Record<string, readonly string[]>>): void;
  setElevated(principalId: string, elevated: readonly TestElevation[]): void;
  /** Sets the `tenant:` scopes that a principal has through its roles. */
  setScopes(principalId: string, scopes: readonly string[]): void;
  /** Sets the custom permissions that a principal has through its roles, whose keys are `roles`. */
  setPermissions(principalId: string, permissions: readonly string[], roles?: string[]): void;
  /** Number of calls per method. */
  asked: Record<'Entitlements' | 'PrincipalAccess' | 'Roles', number>;
  /** Sets the policies' decision for a client; any other is allowed. */
  setPolicyAnswer(
    tenantId: string,
    clientId: string,
    answer: EvaluatePoliciesResponse | (() => Promise<EvaluatePoliciesResponse>),
  ): void;
  /** The requests to evaluate policies, in order. */
  evaluated: EvaluatePoliciesRequest[];
}

/** Starts {@link TestAccess}. */
export async function startTestAccess(cluster: TestCluster): Promise<TestAccess> {
  const off = new Map<string, readonly string[]>();
  const roles = new Map<string, Readonly<Record<string, readonly string[]>>>();
  const elevated = new Map<string, readonly TestElevation[]>();
  const scopes = new Map<string, readonly string[]>();
  const permissions = new Map<string, { permissions: string[]; roles: string[] }>();
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
    serveSomeRpc(
      'platform.fga.v1.Entitlements',
      {
        async Get({ tenantId }, call) {
          asked.Entitlements += 1;
          check();
          rpcContext(call, tenantId);
          return { revision: 1, families: familiesOf(tenantId) };
        },
      },
      { Get: ['product-api', 'hub'] },
    ),
    serveRpc(
      'platform.fga.v1.PrincipalAccess',
      {
        async Get({ tenantId, principal }, call) {
          asked.PrincipalAccess += 1;
          check();
          rpcContext(call, tenantId);
          requirePrincipal(principal);
          return {
            families: familiesOf(tenantId)
              .filter((f) => f.entitled)
              .map((f) => f.family),
            scopes: [...(scopes.get(principal?.id ?? '') ?? [])],
            ...permissions.get(principal?.id ?? ''),
            elevated: [...(elevated.get(principal?.id ?? '') ?? [])],
            maxAgeSeconds: 10,
          };
        },
        async ListUserScopes({ users, wanted }) {
          asked.PrincipalAccess += users.length;
          check();
          return {
            users: users.map(({ userId }) => ({
              scopes: (scopes.get(userId) ?? []).filter((scope) => wanted.includes(scope)),
              elevated: [...(elevated.get(userId) ?? [])],
            })),
          };
        },
      },
      { Get: ['product-api', 'hub'], ListUserScopes: ['hub'] },
    ),
    serveRpc(
      'platform.fga.v1.AccessPolicies',
      {
        async Evaluate(request) {
          check();
          evaluated.push(request);
          if (request.clientId === '') throw problem('invalid_parameter');
          if (request.userId === '') requirePrincipal(request.principal);
          const answer = policies.get(`${request.tenantId} ${request.clientId}`) ?? {
            outcome: 'allow',
            allow: {},
          };
          return { session: {}, ...(typeof answer === 'function' ? await answer() : answer) };
        },
      },
      { Evaluate: ['hub'] },
    ),
    serveRpc(
      'platform.fga.v1.Roles',
      {
        async ValidateRoles({ tenantId, keys, granter }, call) {
          asked.Roles += 1;
          check();
          rpcContext(call, tenantId);
          if (keys.length > 1_000) throw problem('invalid_parameter');
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
    setScopes: (principalId, held) => void scopes.set(principalId, held),
    setPermissions: (principalId, held, keys = []) =>
      void permissions.set(principalId, { permissions: [...held], roles: keys }),
  };
}
