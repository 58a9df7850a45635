import { hookOperations } from '@platform/contracts';
import type { Egress } from '@platform/kit/egress';
import { hookCall } from '@platform/siblings/hooks';
import { serve } from '@platform/kit/http';
import type { Platform, ServiceParts } from '@platform/kit/service';
import type { OutboundConfig } from '../config.ts';
import type { HookTester } from '../hook-test/hook-test-handlers.ts';
import { inlineHookTest } from '../hook-test/inline-hook-test.ts';
import { hookSeals } from '../hooks/hook-changes.ts';
import { hookHandlers } from '../hooks/hook-handlers.ts';
import { hookTargets } from '../hooks/hook-target.ts';
import { hooksRpc } from '../hooks/hooks-rpc.ts';
import { chanceOf } from './test-options.ts';
import type { OutboundOptions } from './test-options.ts';

export type HookPlatform = Pick<
  Platform,
  'rpcRunner' | 'secrets' | 'cursors' | 'egress' | 'log' | 'common'
>;

const hookEgress = ({ egress }: HookPlatform, config: OutboundConfig): Egress =>
  egress('hooks', {
    allowedHosts: config.allowedInternalHosts,
    allowInsecureHttp: config.allowInsecureHttp,
  });

/** Composes inline hooks: their operations, the RPC of the hub, and their test. */
export function composeHooks(
  platform: HookPlatform,
  config: OutboundConfig,
  options: OutboundOptions,
): Required<Pick<ServiceParts, 'mounts' | 'rpc' | 'workers'>> & { tester: HookTester } {
  const { cursors, secrets, log, rpcRunner } = platform;
  const { clock } = chanceOf(options);
  const egress = hookEgress(platform, config);
  const seals = hookSeals(secrets);
  const targets = hookTargets({ seals, log, clock });
  const call = hookCall({ egress, now: () => new Date(clock()) });
  return {
    tester: inlineHookTest({ call, targets, clock }),
    mounts: [serve(hookOperations, hookHandlers({ cursors, egress, seals, clock }))],
    rpc: [hooksRpc({ rpcRunner, targets })],
    workers: [{ start: () => undefined, stop: () => egress.close() }],
  };
}
