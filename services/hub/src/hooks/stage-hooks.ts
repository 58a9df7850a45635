import type { HookStageName } from '@platform/contracts';
import type { Bus } from '@platform/kit/bus';
import { asyncCache } from '@platform/kit/cache';
import type { RpcPeer } from '@platform/kit/grpc';
import type { InlineHook } from '@platform/protos';

/** Returns the enabled hooks of a tenant's stage in call order; a promise if they are not cached. */
export type StageHooksOf = (
  tenantId: string,
  stage: HookStageName,
) => readonly InlineHook[] | Promise<readonly InlineHook[]>;

export interface StageHooksOptions {
  outbound: () => RpcPeer;
  bus: Pick<Bus, 'follow'>;
}

const lifeMs = 30_000;
/** While outbound is unavailable, cached hooks stay in use: hooks are gates, and must not disappear with the service that stores them. */
const staleIfErrorMs = 86_400_000;
const askDeadlineMs = 1_000;

/** Caches hooks for 30 s; `webhook.hook_changed` invalidates those of its tenant. Rejects if they cannot be read. */
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
