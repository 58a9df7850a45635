import type { EgressRequest } from './egress-calls.ts';
import { firstHop } from './egress-context.ts';
import type { EgressContext } from './egress-context.ts';
import { EgressFailed } from './egress-error.ts';
import type { EgressResponse } from './egress-error.ts';
import { exchange } from './exchange.ts';
import { followRedirects } from './redirects.ts';

/** Sends a request whose response fits in memory, and follows its redirects. */
export async function callRequest(
  context: EgressContext,
  request: EgressRequest,
  signal: AbortSignal,
): Promise<EgressResponse> {
  const { profile, rules, clock, onConnection } = context;
  const { tenantId, method, body, tls } = request;
  const startedAt = clock();
  const maxResponseBytes = Math.min(request.maxResponseBytes ?? Infinity, profile.maxResponseBytes);
  return followRedirects<EgressResponse>(method, firstHop(context, request), rules, {
    send: async (hop) => {
      const { url, headers } = hop;
      const exchanged = { url, method, headers, body, signal, maxResponseBytes };
      return onConnection(tenantId, { ...hop, tls }, signal, async (use, remoteAddress) => ({
        ...(await use(async (pool) => exchange(pool, exchanged))),
        remoteAddress,
        durationMs: Math.round(clock() - startedAt),
      }));
    },
    leave: () => undefined,
    refuse: (response, cause) => new EgressFailed('redirect_not_followed', { response, cause }),
  });
}

/**
 * Runs work with a signal that aborts with the caller's, or with `timeout` after `ms` milliseconds.
 */
export async function withTimeout<T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new EgressFailed('timeout')), timeoutMs);
  // `AbortSignal.any` takes several times as long.
  const abort = (): void => limit.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
