import { tenantBatches } from '@platform/kit/bus';
import type { Platform, Worker } from '@platform/kit/service';
import { countLogins } from './login-counting.ts';
import { loginEventOf } from './login-event.ts';

const actor = { type: 'system', id: 'identity-facade' } as const;

/** Counts sign-ins from the bus, in batches of one tenant. */
export const analyticsWorker = (
  platform: Pick<Platform, 'bus' | 'log'>,
  { clock, waitMs }: { clock: () => number; waitMs?: number | undefined },
): Worker =>
  tenantBatches(platform, {
    name: 'login-analytics',
    types: ['user.signed_in', 'user.sign_in_failed'],
    maxWaitMs: waitMs,
    apply: (tenantId, events, db) =>
      db.transact({ tenantId, actor }, (tx) =>
        countLogins(
          tx,
          events.map((event) => loginEventOf(event, clock())),
        ),
      ),
  });
