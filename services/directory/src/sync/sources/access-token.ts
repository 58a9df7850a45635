import { SourceFault } from './source-fault.ts';

/** Calls a source with a valid access token. */
export type WithToken = <T>(call: (token: string) => Promise<T>, signal: AbortSignal) => Promise<T>;

/** Access tokens last an hour or longer. */
const tokenMs = 30 * 60_000;

const isRejected = (error: unknown): boolean =>
  error instanceof SourceFault && error.code === 'token_rejected';

/**
 * Caches an access token for half an hour. A source may revoke it earlier, as Microsoft does when a
 * credential is rotated: a call whose token is rejected is repeated once with a new one. If that is
 * rejected too, the credential is at fault.
 * @param issue obtains a token; throws SourceFault
 */
export function keptToken(
  issue: (signal: AbortSignal) => Promise<string>,
  clock: () => number,
): WithToken {
  let token = '';
  let issuedAt = -Infinity;
  async function renew(signal: AbortSignal): Promise<void> {
    token = await issue(signal);
    issuedAt = clock();
  }
  return async (call, signal) => {
    const isNew = clock() - issuedAt > tokenMs;
    if (isNew) await renew(signal);
    try {
      return await call(token);
    } catch (error) {
      if (isNew || !isRejected(error)) throw error;
      await renew(signal);
      return call(token);
    }
  };
}
