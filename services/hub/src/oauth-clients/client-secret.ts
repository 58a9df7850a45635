import { createHash, timingSafeEqual } from 'node:crypto';
import type { LiveSecret } from './client-row.ts';

const never = Buffer.alloc(32);

/** The live secret that this is; each of two places is compared in the same time, whether it holds one or not. */
export function matchSecret(given: string, live: readonly LiveSecret[]): LiveSecret | undefined {
  const hash = createHash('sha256').update(given).digest();
  const places = [0, 1].map((i) => {
    const secret = live[i];
    const isEqual = timingSafeEqual(hash, secret ? Buffer.from(secret.hash, 'hex') : never);
    return isEqual ? secret : undefined;
  });
  return places[0] ?? places[1];
}
