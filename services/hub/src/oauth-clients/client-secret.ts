import { createHash, timingSafeEqual } from 'node:crypto';
import type { LiveSecret } from './client-row.ts';

const never = Buffer.alloc(32);

/** Returns the active secret that matches. A client has at most two; the comparison takes the same time for any number of them. */
export function matchSecret(given: string, live: readonly LiveSecret[]): LiveSecret | undefined {
  const hash = createHash('sha256').update(given).digest();
  const matches = [0, 1].map((i) => {
    const secret = live[i];
    const isEqual = timingSafeEqual(hash, secret ? Buffer.from(secret.hash, 'hex') : never);
    return isEqual ? secret : undefined;
  });
  return matches[0] ?? matches[1];
}
