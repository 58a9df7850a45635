import type { Egress, EgressRequest, EgressStreamRequest } from './egress-calls.ts';
import { connections } from './connections.ts';
import { EgressFailed, EgressRefused } from './egress-error.ts';
import type { EgressResponse, EgressStreamResponse } from './egress-error.ts';
import type { EgressOptions } from './egress-options.ts';
import { exchangeStream } from './exchange-stream.ts';
import { exchange } from './exchange.ts';
import { pools } from './pool.ts';
import { profiles } from './profiles.ts';
import type { EgressProfile } from './profiles.ts';
import { deferred, orAborted } from './promises.ts';
import { followRedirects } from './redirects.ts';
import type { Hop } from './redirects.ts';
import { targetRules } from './target-rules.ts';
import { checkedSocket, checkedUrl } from './target.ts';
import { currentScope } from '../request-scope/request-scope.ts';
import { SpanKind, inSpan } from '../tracing/tracing.ts';

const blocked = <T>(check: () => T): T => {
  try {
    return check();
  } catch (cause) {
    throw new EgressFailed('address_blocked', { cause });
  }
};

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : 'invalid');

/** The trace stays within the platform: receivers that tenants choose learn nothing of it. */
function withTrace<R extends Pick<EgressRequest, 'headers' | 'isOwn'>>(request: R): R {
  const { requestId, traceparent } = currentScope() ?? {};
  if (!request.isOwn) return request;
  const headers = {
    ...(requestId ? { 'x-request-id': requestId } : {}),
    ...(traceparent ? { traceparent } : {}),
    ...request.headers,
  };
  return { ...request, headers };
}

/** An egress client for one profile. Make one a process and profile, `close` it at the end. */
export const egress = (options: EgressOptions): Egress => {
  const profile: EgressProfile = profiles[options.profile];
  const rules = targetRules(options);
  const clock = options.clock ?? performance.now.bind(performance);
  const kept = pools();

  const { judged, open, firstReachable, onConnection } = connections(options, kept);

  const firstHop = ({ url, headers = {} }: Pick<EgressRequest, 'url' | 'headers'>): Hop => ({
    ...blocked(() => checkedUrl(url, rules)),
    headers,
  });

  /** A span names the host alone: the rest of a URL may hold secrets. */
  const traced = <R extends { status: number }>(
    { method, url }: Pick<EgressRequest, 'method' | 'url'>,
    work: () => Promise<R>,
  ): Promise<R> => {
    const span = { name: `egress ${options.profile}`, kind: SpanKind.CLIENT };
    return inSpan(span, async (open) => {
      open?.setAttributes({ 'http.request.method': method, 'server.address': hostOf(url) });
      const response = await work();
      open?.setAttribute('http.response.status_code', response.status);
      return response;
    });
  };

  const follow = async (request: EgressRequest, signal: AbortSignal): Promise<EgressResponse> => {
    const startedAt = clock();
    const { tenantId, method, body } = request;
    const maxResponseBytes = Math.min(
      request.maxResponseBytes ?? Infinity,
      profile.maxResponseBytes,
    );
    return followRedirects<EgressResponse>(method, firstHop(request), rules, {
      send: async (hop) => {
        const { url, headers } = hop;
        const exchanged = { url, method, headers, body, signal, maxResponseBytes };
        const tls = request.tls;
        return onConnection(tenantId, { ...hop, tls }, signal, async (use, remoteAddress) => ({
          ...(await use(async (pool) => exchange(pool, exchanged))),
          remoteAddress,
          durationMs: Math.round(clock() - startedAt),
        }));
      },
      leave: () => undefined,
      refuse: (response, cause) => new EgressFailed('redirect_not_followed', { response, cause }),
    });
  };

  const streamOnce = async (
    request: EgressStreamRequest,
    hop: Hop,
    signal: AbortSignal,
  ): Promise<EgressStreamResponse> => {
    const { method, body, contentLength, idleTimeoutMs } = request;
    const maxResponseBytes = Math.min(
      request.maxResponseBytes,
      profile.maxStreamBytes ?? profile.maxResponseBytes,
    );
    const { url, headers } = hop;
    const exchanged = { url, method, headers, body, contentLength, idleTimeoutMs, signal };
    const { tls } = request;
    return onConnection(request.tenantId, { ...hop, tls }, signal, async (use, remoteAddress) => {
      const head = deferred<EgressStreamResponse>();
      // The connection is in use until the body is over, the caller goes on with the head.
      use(async (pool) => {
        const { ended, ...response } = await exchangeStream(pool, {
          ...exchanged,
          maxResponseBytes,
        });
        head.resolve({ ...response, remoteAddress });
        return { truncated: !(await ended) };
      }).catch(head.reject);
      return head.promise;
    });
  };

  return {
    profile,
    checkUrl: (text) => checkedUrl(text, rules).url,
    async checkTarget(text) {
      const { url, target } = checkedUrl(text, rules);
      await judged(target).catch(() => {
        throw new EgressRefused('host_not_allowed', 'must have a host that the platform may call');
      });
      return url;
    },
    async request(request) {
      request.signal?.throwIfAborted();
      const limit = new AbortController();
      const timer = setTimeout(
        () => limit.abort(new EgressFailed('timeout')),
        Math.min(request.timeoutMs ?? Infinity, profile.maxTimeoutMs),
      );
      const { signal } = request;
      const limits = signal === undefined ? limit.signal : AbortSignal.any([limit.signal, signal]);
      try {
        return await traced(request, () => follow(withTrace(request), limits));
      } finally {
        clearTimeout(timer);
      }
    },
    async stream(request) {
      const signal = request.signal ?? new AbortController().signal;
      signal.throwIfAborted();
      return traced(request, () =>
        followRedirects<EgressStreamResponse>(request.method, firstHop(withTrace(request)), rules, {
          send: async (hop) => streamOnce(request, hop, signal),
          leave: (response) => response.discard(),
          refuse: (response, cause) => {
            response.discard();
            return new EgressFailed('redirect_not_followed', { cause });
          },
        }),
      );
    },
    async connect({ hostname, port, tls = true, ca, client, signal }) {
      const target = blocked(() => checkedSocket(tls ? 'tls:' : 'tcp:', hostname, port, rules));
      const addresses = await orAborted(judged(target), signal);
      return firstReachable(addresses, async (address) =>
        open(target, address, { ca, ...client }, signal),
      );
    },
    close: kept.close,
  };
};
