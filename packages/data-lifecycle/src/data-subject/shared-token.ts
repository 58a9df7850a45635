import { createHash, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { problem } from '@platform/kit/problem';

const filePrefix = 'file:';

/**
 * Returns a shared token; `file:PATH` is read at each use, so that the file can be replaced. Empty:
 * none.
 */
export const sharedToken = (configured: string): string =>
  configured.startsWith(filePrefix)
    ? readFileSync(configured.slice(filePrefix.length), 'utf8').trim()
    : configured;

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Checks that `Authorization` carries the token, in constant time. Without a configured token,
 * rejects every caller.
 * @throws 401 `token_missing`, `token_invalid`
 */
export function checkSharedToken(authorization: string | undefined, token: string): void {
  const given = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
  const isRight = timingSafeEqual(hashOf(given ?? ''), hashOf(token));
  if (token === '' || given === undefined || !isRight)
    throw problem(given === undefined ? 'token_missing' : 'token_invalid');
}
