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
  /** The first five characters of a hash are appended to it. */
  rangeUrl: string;
  log: Pick<Logger, 'warn'>;
}

/** Whether the response lists the suffix of a breached hash. Padding has a count of 0. */
const isListed = (body: string, suffix: string): boolean =>
  body.split('\n').some((line) => {
    const [hash, count] = line.trim().split(':');
    return hash?.toUpperCase() === suffix && Number(count) > 0;
  });

/**
 * Looks up passwords at a service that sees only the first five characters of their SHA-1 hash (k-anonymity, the API of Have I
 * Been Pwned). If the service fails, passwords are accepted: otherwise nobody could set one.
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
      // Padding gives responses equal lengths, which hides the range from the network.
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
