import type { Grant } from './oauth.ts';
import type { TokenSource } from './token-source.ts';

/** Tokens are renewed in the background in the last minute, and never used in their last ten seconds. */
const earlySeconds = 60;
const lastSeconds = 10;

interface CachedToken {
  token: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  lifetimeSeconds: number;
}

/** A token without a stated lifetime is used until the API refuses it. */
const cached = ({ access_token: token, expires_in: lifetimeSeconds = Infinity }: Grant) => ({
  token,
  lifetimeSeconds,
  expiresAt: Date.now() + lifetimeSeconds * 1000,
});

const secondsLeft = ({ expiresAt }: CachedToken): number => (expiresAt - Date.now()) / 1000;

/** Short tokens: margins are at most a tenth and a half of their lifetime. */
const isUsable = (one: CachedToken): boolean =>
  secondsLeft(one) > Math.min(lastSeconds, one.lifetimeSeconds / 10);
const isDue = (one: CachedToken): boolean =>
  secondsLeft(one) <= Math.min(earlySeconds, one.lifetimeSeconds / 2);

/** A source that keeps the token of the last grant and requests only one at a time. */
export function cachedTokens(request: () => Promise<Grant>): TokenSource {
  let current: CachedToken | undefined;
  let pending: Promise<CachedToken> | undefined;

  const renew = (): Promise<CachedToken> =>
    (pending ??= request()
      .then((grant) => (current = cached(grant)))
      .finally(() => (pending = undefined)));

  return async ({ rejected, signal }) => {
    if (rejected !== undefined && current?.token === rejected) current = undefined;
    if (current && isUsable(current)) {
      // The current token is still valid; if this fails, a later call tries again.
      if (isDue(current)) renew().catch(() => undefined);
      return current.token;
    }
    const { token } = await withSignal(renew(), signal);
    return token;
  };
}

/** Ends the waiting of one caller; the request continues for the others. */
function withSignal<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
