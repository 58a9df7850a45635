import type { HookStageName } from '@platform/contracts';
import type { Bus } from '@platform/kit/bus';
import { asyncCache } from '@platform/kit/cache';
import type { RpcPeer } from '@platform/kit/grpc';
import type { InlineHook } from '@platform/protos';

/** The enabled hooks of a tenant's stage, in the order in which they are called; a promise where somebody must be asked. */
export type StageHooksOf = (
  tenantId: string,
  stage: HookStageName,
) => readonly InlineHook[] | Promise<readonly InlineHook[]>;

export interface StageHooksOptions {
  outbound: () => RpcPeer;
  bus: Pick<Bus, 'follow'>;
}

const lifeMs = 30_000;
/** While outbound is away, what is known stands in: hooks are gates, and are not to vanish with the service that keeps them. */
const staleIfErrorMs = 86_400_000;
const askDeadlineMs = 1_000;

/** Keeps hooks for 30 s; `webhook.hook_changed` drops those of its tenant. Rejects where they cannot be told. */
export function stageHooks({ outbound, bus }: StageHooksOptions): StageHooksOf {
  const known = asyncCache({
    async fetch({ tenantId, stage }: { tenantId: string; stage: HookStageName }) {
      const hooks = outbound().service('platform.outbound.v1.Hooks');
      const call = { deadlineMs: askDeadlineMs, repeatable: true };
      return (await hooks.ListForStage({ tenantId, stage }, call)).hooks;
    },
    keyOf: ({ tenantId, stage }) => `${tenantId} ${stage}`,
    tagsOf: ({ tenantId }) => [tenantId],
    ttlMs: lifeMs,
    staleIfErrorMs,
    max: 20_000,
  });
  bus.follow(['webhook.hook_changed'], async ({ tenantId }) => known.invalidate(tenantId));
  return (tenantId, stage) => known.get({ tenantId, stage });
}
