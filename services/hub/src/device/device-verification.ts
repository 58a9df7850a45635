import type { Database } from '@platform/kit/database';
import { rateKeyOf } from '@platform/kit/ip';
import { errors } from 'oidc-provider';
import { oauthRefusal, withStore } from '../oauth-errors/oauth-error.ts';
import { countCodeAttempt, findAttempts, lockPoll, upsertPoll } from './device-store.ts';
import { pollAt } from './poll-pace.ts';

export interface DeviceVerificationOptions {
  db: Pick<Database, 'transact'>;
  /** For each user code. */
  maxAttempts: number;
  /** User codes that do not exist, for each address. */
  maxFailures: number;
  windowSeconds: number;
  now?: () => number;
}

/** Who tries a user code, and from where. */
export interface CodeAttempt {
  tenantId: string;
  userCode: string;
  ip: string;
}

const actor = { type: 'system', id: 'hub' } as const;

/** Guards of the device flow (RFC 8628): how often a user code may be tried (§5.1), and how fast a device may poll (§3.5). */
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
     * Counts an attempt, in a transaction of its own so that a request that fails counts as well. The code itself stays
     * good: else anybody could cancel it.
     * @throws 429 beyond the cap
     */
    async attempt({ tenantId, userCode, ip }: CodeAttempt): Promise<void> {
      const [counted, failed] = await withStore(() =>
        db.transact({ tenantId, actor }, async (tx) => {
          const failures = await findAttempts(tx, addressKey(ip), windowSeconds);
          const counted = await countCodeAttempt(tx, userCode, windowSeconds);
          // Once a window: at the first attempt beyond the cap. The code is not looked up, so its client is not known.
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

    /** Counts a user code that does not exist: guessing over many codes. */
    async missed({ tenantId, ip }: Omit<CodeAttempt, 'userCode'>): Promise<void> {
      await withStore(() =>
        db.transact({ tenantId, actor }, (tx) =>
          countCodeAttempt(tx, addressKey(ip), windowSeconds),
        ),
      );
    },

    /** Notes a poll of a device. @throws `slow_down` */
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

/** See {@link deviceVerification}. */
export type DeviceVerification = ReturnType<typeof deviceVerification>;
