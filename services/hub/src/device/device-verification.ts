import type { Database } from '@platform/kit/database';
import { rateKeyOf } from '@platform/kit/ip';
import { errors } from 'oidc-provider';
import { oauthRefusal, withStore } from '../oauth-errors/oauth-error.ts';
import { countCodeAttempt, findAttempts, lockPoll, upsertPoll } from './device-store.ts';
import { pollAt } from './poll-pace.ts';

export interface DeviceVerificationOptions {
  db: Pick<Database, 'transact'>;
  /** The maximum number of attempts per user code and window. */
  maxAttempts: number;
  /** The maximum number of unknown user codes per address and window. */
  maxFailures: number;
  windowSeconds: number;
  now?: () => number;
}

/** An attempt to enter a user code. */
export interface CodeAttempt {
  tenantId: string;
  userCode: string;
  ip: string;
}

const actor = { type: 'system', id: 'hub' } as const;

/** Limits of the device flow (RFC 8628): how often a user code can be tried (§5.1), and how fast a device can poll (§3.5). */
export function deviceVerification({
  db,
  maxAttempts,
  maxFailures,
  windowSeconds,
  now = Date.now,
}: DeviceVerificationOptions) {
  const addressKey = (ip: string): string => `address ${rateKeyOf(ip)}`;
  const tooMany = (windowEndsAt: Date): Error =>
    Object.assign(oauthRefusal(429, 'invalid_request', 'the code is not valid'), {
      retryAfter: Math.max(1, Math.ceil((windowEndsAt.getTime() - now()) / 1000)),
    });
  return {
    /**
     * Counts an attempt, in its own transaction so that failed requests also count. The code itself stays valid; otherwise anyone could
     * cancel it by guessing.
     * @throws 429 if a limit is exceeded
     */
    async attempt({ tenantId, userCode, ip }: CodeAttempt): Promise<void> {
      const [counted, failed] = await withStore(() =>
        db.transact({ tenantId, actor }, async (tx) => {
          const failures = await findAttempts(tx, addressKey(ip), windowSeconds);
          const counted = await countCodeAttempt(tx, userCode, windowSeconds);
          // Published once per window, at the first attempt above the limit. The code is not looked up, so its client is unknown.
          if (counted.attempts === maxAttempts + 1)
            await tx.publish({
              type: 'user.device_attempts_exceeded',
              subject: { type: 'client', id: 'unknown' },
              data: {
                ip,
                sourceIp: ip,
                attempts: counted.attempts,
                windowEndsAt: counted.windowEndsAt.toISOString(),
                reason: 'too_many_attempts',
              },
            });
          return [counted, failures] as const;
        }),
      );
      if (counted.attempts > maxAttempts) throw tooMany(counted.windowEndsAt);
      if (failed && failed.attempts >= maxFailures) throw tooMany(failed.windowEndsAt);
    },

    /** Counts an unknown user code against the address, to limit guessing across many codes. */
    async missed({ tenantId, ip }: Omit<CodeAttempt, 'userCode'>): Promise<void> {
      await withStore(() =>
        db.transact({ tenantId, actor }, (tx) =>
          countCodeAttempt(tx, addressKey(ip), windowSeconds),
        ),
      );
    },

    /** Records a poll of a device. @throws `slow_down` if it is too early */
    async poll(tenantId: string, deviceCode: string): Promise<void> {
      const tooEarly = await withStore(() =>
        db.transact({ tenantId, actor }, async (tx) => {
          const { slowDown, next } = pollAt(await lockPoll(tx, deviceCode), now());
          await upsertPoll(tx, deviceCode, next);
          return slowDown;
        }),
      );
      if (tooEarly) throw new errors.SlowDown();
    },
  };
}

export type DeviceVerification = ReturnType<typeof deviceVerification>;
