import { serveRpc, serveSomeRpc } from '@platform/kit/grpc';
import { startSibling } from './fake-sibling.ts';
import type { TestCluster, TestSibling } from './fake-sibling.ts';

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
  /** An inline hook that the tenant has. */
  setHook(tenantId: string, hookId: string, hook: { stage: string; enabled: boolean }): void;
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
  const hooks = new Map<string, { stage: string; enabled: boolean }>();
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
          serveSomeRpc(
            'platform.outbound.v1.Hooks',
            {
              async GetHook({ tenantId, hookId }) {
                check();
                const hook = hooks.get(`${tenantId} ${hookId}`);
                return { ...hook, found: hook !== undefined };
              },
            },
            { GetHook: ['*'] },
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
    setHook: (tenantId, hookId, hook) => void hooks.set(`${tenantId} ${hookId}`, hook),
  };
}
