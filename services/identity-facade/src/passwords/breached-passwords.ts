import { createHash } from 'node:crypto';
import { breaker } from '@platform/kit/breaker';
import type { Egress } from '@platform/kit/egress';
import type { Logger } from '@platform/kit/telemetry';
import { normalized } from './pepper.ts';

const prefixLength = 5;
const timeoutMs = 1_000;

/** Whether a password is known from a data breach. */
export type IsBreached = (tenantId: string, password: string) => Promise<boolean>;

export interface BreachedPasswordsOptions {
  egress: Pick<Egress, 'request'>;
  /** Takes five characters of a hash behind it. */
  rangeUrl: string;
  log: Pick<Logger, 'warn'>;
}

/** The suffixes of hashes that were seen. Padding has a count of 0. */
const isListed = (body: string, suffix: string): boolean =>
  body.split('\n').some((line) => {
    const [hash, count] = line.trim().split(':');
    return hash?.toUpperCase() === suffix && Number(count) > 0;
  });

/**
 * Looks passwords up at a service that sees five characters of their SHA-1 hash alone (k-anonymity, the interface of Have I Been Pwned).
 * A service that fails blocks no password: people could not set one.
 */
export function breachedPasswords({ egress, rangeUrl, log }: BreachedPasswordsOptions): {
  isBreached: IsBreached;
  stop: () => void;
} {
  const guard = breaker({ errorPercent: 50, volume: 5, windowMs: 10_000, openMs: 30_000 });

  async function rangeOf(tenantId: string, prefix: string): Promise<string> {
    const { status, body, truncated } = await egress.request({
      tenantId,
      method: 'GET',
      url: `${rangeUrl}${prefix}`,
      // Answers of one length hide from the network which range was asked for.
      headers: { 'add-padding': 'true' },
      timeoutMs,
    });
    if (status !== 200 || truncated) throw new Error(`the range service returned ${status}`);
    return Buffer.from(body).toString('latin1');
  }

  return {
    stop: guard.stop,
    async isBreached(tenantId, password) {
      const hash = createHash('sha1').update(normalized(password)).digest('hex').toUpperCase();
      try {
        const range = await guard.run(() => rangeOf(tenantId, hash.slice(0, prefixLength)));
        return isListed(range, hash.slice(prefixLength));
      } catch (err) {
        log.warn({ err }, 'a password could not be compared with breached ones');
        return false;
      }
    },
  };
}
