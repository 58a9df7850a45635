import { loginAnalyticsOperations } from '@platform/contracts';
import { serve } from '@platform/kit/http';
import type { TimeLog } from '@platform/kit/upkeep';
import type { Platform, ServiceParts } from '@platform/kit/service';
import { analyticsHandlers } from '../analytics/analytics-handlers.ts';
import { analyticsWorker } from '../analytics/login-counting.ts';
import { forgetUser } from '../analytics/login-counting.ts';
import type { IdentityFacadeConfig } from '../config.ts';
import { clockOf } from './test-options.ts';
import type { IdentityFacadeOptions } from './test-options.ts';

const seenRetentionMs = 8 * 86_400_000;

/** Composes login analytics. */
export function analyticsParts(
  platform: Platform,
  { analyticsRetention: retentionMs }: IdentityFacadeConfig,
  options: IdentityFacadeOptions,
): Required<Pick<ServiceParts, 'mounts' | 'workers'>> & { logs: readonly TimeLog[] } {
  const clock = clockOf(options);
  platform.bus.consume(
    'login-analytics-users',
    ['user.deleted', 'user.erased'],
    async ({ tenantId, event }, db) => {
      const context = { tenantId, actor: { type: 'system', id: 'identity-facade' } } as const;
      await db.transact(context, (tx) => forgetUser(tx, event.subject.id));
    },
  );
  return {
    mounts: [serve(loginAnalyticsOperations, analyticsHandlers({ retentionMs, clock }))],
    workers: [analyticsWorker(platform, { clock, waitMs: options.analyticsWaitMs })],
    logs: [
      { table: 'login_rollup_daily', unit: 'month', retentionMs },
      { table: 'login_active_users', unit: 'month', retentionMs },
      { table: 'login_events_seen', unit: 'day', retentionMs: seenRetentionMs },
    ],
  };
}
