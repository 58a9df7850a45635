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

const blocked = <T>(check: () => T): T => {
  try {
    return check();
  } catch (cause) {
    throw new EgressFailed('address_blocked', { cause });
  }
};

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
      try {
        return await follow(
          request,
          request.signal === undefined
            ? limit.signal
            : AbortSignal.any([limit.signal, request.signal]),
        );
      } finally {
        clearTimeout(timer);
      }
    },
    async stream(request) {
      const signal = request.signal ?? new AbortController().signal;
      signal.throwIfAborted();
      return followRedirects<EgressStreamResponse>(request.method, firstHop(request), rules, {
        send: async (hop) => streamOnce(request, hop, signal),
        leave: (response) => response.discard(),
        refuse: (response, cause) => {
          response.discard();
          return new EgressFailed('redirect_not_followed', { cause });
        },
      });
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
