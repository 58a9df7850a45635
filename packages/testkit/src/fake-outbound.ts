import type { HookStageName } from '@platform/contracts';
import { serveRpc } from '@platform/kit/grpc';
import { newId } from '@platform/kit/ids';
import { newSecret } from '@platform/kit/webhook-signature';
import type { InlineHook } from '@platform/protos';
import { startSibling } from './fake-sibling.ts';
import type { TestCluster, TestSibling } from './fake-sibling.ts';

/** A claim schema of the fake; omitted members have defaults. */
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

/** The fake's response for claims whose source is an endpoint. */
export interface TestResolved {
  claims?: { token: string; claimsJson: string }[];
  unmet?: string[];
}

/** An inline hook of the fake. Defaults: every client, 2 s, `failureMode` open. */
export type TestHook = Pick<InlineHook, 'url'> & Partial<InlineHook>;

/** A fake outbound service with the claim schemas and hooks that tests add. */
export interface TestOutbound extends TestSibling {
  setClaimSchemas(tenantId: string, schemas: readonly TestClaimSchema[]): void;
  setResolved(tenantId: string, resolved: TestResolved): void;
  /** Adds an inline hook of the tenant. */
  setHook(tenantId: string, hookId: string, hook: { stage: string; enabled: boolean }): void;
  /** Sets the enabled hooks of a tenant's stage, in order; returns them in listed form. */
  setHooks(tenantId: string, stage: HookStageName, hooks: readonly TestHook[]): InlineHook[];
  /** Sets the duration of a resolution in milliseconds. */
  setSlow(delayMs: number): void;
  /** The milliseconds until the deadline of each resolution, on arrival. */
  resolveTimes: number[];
  /** Number of calls per method. */
  asked: Record<'List' | 'Resolve' | 'ListForStage', number>;
}

/** Starts {@link TestOutbound}. */
export async function startTestOutbound(cluster: TestCluster): Promise<TestOutbound> {
  const schemas = new Map<string, readonly TestClaimSchema[]>();
  const resolved = new Map<string, TestResolved>();
  const hooks = new Map<string, { stage: string; enabled: boolean }>();
  const listed = new Map<string, InlineHook[]>();
  const asked = { List: 0, Resolve: 0, ListForStage: 0 };
  const resolveTimes: number[] = [];
  let delayMs = 0;
  const sibling = await startSibling(cluster, 'outbound', (check) => [
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
        async Resolve({ tenantId }, { deadline }) {
          asked.Resolve += 1;
          resolveTimes.push(deadline - Date.now());
          check();
          await new Promise((resolve) => setTimeout(resolve, delayMs));
          return resolved.get(tenantId) ?? {};
        },
      },
      { List: ['hub', 'fga'], Resolve: ['fga'] },
    ),
    serveRpc(
      'platform.outbound.v1.Hooks',
      {
        async ListForStage({ tenantId, stage }) {
          asked.ListForStage += 1;
          check();
          return { hooks: listed.get(`${tenantId} ${stage}`) ?? [] };
        },
        async GetHook({ tenantId, hookId }) {
          check();
          const hook = hooks.get(`${tenantId} ${hookId}`);
          return { ...hook, found: hook !== undefined };
        },
      },
      { ListForStage: ['hub'], GetHook: ['identity-service', 'hub'] },
    ),
  ]);
  return {
    ...sibling,
    asked,
    resolveTimes,
    setClaimSchemas: (tenantId, known) => void schemas.set(tenantId, known),
    setSlow: (ms) => void (delayMs = ms),
    setResolved: (tenantId, answer) => void resolved.set(tenantId, answer),
    setHooks(tenantId, stage, hooks) {
      const all = hooks.map((hook, position) => ({
        id: newId('hook'),
        headers: {},
        secrets: [newSecret()],
        position,
        clientIds: [],
        failureMode: 'open',
        timeoutMs: 2_000,
        ...hook,
      }));
      listed.set(`${tenantId} ${stage}`, all);
      return all;
    },
    setHook: (tenantId, hookId, hook) => void hooks.set(`${tenantId} ${hookId}`, hook),
  };
}
