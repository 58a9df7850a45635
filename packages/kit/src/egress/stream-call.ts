import type { EgressStreamRequest } from './egress-calls.ts';
import { firstHop } from './egress-context.ts';
import type { EgressContext } from './egress-context.ts';
import { EgressFailed } from './egress-error.ts';
import type { EgressStreamResponse } from './egress-error.ts';
import { exchangeStream } from './exchange-stream.ts';
import { deferred } from '../async/deferred.ts';
import { followRedirects } from './redirects.ts';
import type { Hop } from './redirects.ts';

async function streamHop(
  { profile, onConnection }: EgressContext,
  request: EgressStreamRequest,
  hop: Hop,
  signal: AbortSignal,
): Promise<EgressStreamResponse> {
  const { tenantId, tls, method, body, contentLength, idleTimeoutMs } = request;
  const mostBytes = profile.maxStreamBytes ?? profile.maxResponseBytes;
  const maxResponseBytes = Math.min(request.maxResponseBytes, mostBytes);
  const { url, headers } = hop;
  const sent = { url, method, headers, body, contentLength };
  const limits = { idleTimeoutMs, signal, maxResponseBytes };
  return onConnection(tenantId, { ...hop, tls }, signal, async (use, remoteAddress) => {
    const head = deferred<EgressStreamResponse>();
    // The connection stays in use until the body is over; the caller continues with the head.
    use(async (pool) => {
      const { ended, ...response } = await exchangeStream(pool, { ...sent, ...limits });
      head.resolve({ ...response, remoteAddress });
      return { truncated: !(await ended) };
    }).catch(head.reject);
    return head.promise;
  });
}

/** Sends a request whose bodies may be of any size, and follows its redirects. */
export const callStream = async (
  context: EgressContext,
  request: EgressStreamRequest,
  signal: AbortSignal,
): Promise<EgressStreamResponse> =>
  followRedirects<EgressStreamResponse>(request.method, firstHop(context, request), context.rules, {
    send: async (hop) => streamHop(context, request, hop, signal),
    leave: (response) => response.discard(),
    refuse: (response, cause) => {
      response.discard();
      return new EgressFailed('redirect_not_followed', { cause });
    },
  });
