import type { Egress, EgressRequest } from './egress-calls.ts';
import { connections } from './connections.ts';
import { blocked } from './egress-context.ts';
import type { EgressContext } from './egress-context.ts';
import { EgressRefused } from './egress-error.ts';
import type { EgressOptions } from './egress-options.ts';
import { pools } from './pool.ts';
import { profiles } from './profiles.ts';
import { orAborted } from './promises.ts';
import { callRequest, withTimeout } from './request-call.ts';
import { callStream } from './stream-call.ts';
import { checkedSocket, checkedUrl, targetRules } from './target.ts';
import { currentScope } from '../telemetry/request-scope.ts';
import { SpanKind, inSpan } from '../telemetry/telemetry.ts';

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : 'invalid');

/** The trace stays within the platform: receivers chosen by tenants do not get it. */
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

/** Runs a call in a span that names only the host: the rest of a URL may contain secrets. */
const traced = async <R extends { status: number }>(
  profile: string,
  { method, url }: Pick<EgressRequest, 'method' | 'url'>,
  work: () => Promise<R>,
): Promise<R> =>
  inSpan({ name: `egress ${profile}`, kind: SpanKind.CLIENT }, async (open) => {
    open?.setAttributes({ 'http.request.method': method, 'server.address': hostOf(url) });
    const response = await work();
    open?.setAttribute('http.response.status_code', response.status);
    return response;
  });

/**
 * Creates an egress client for one profile. Create one per process and profile, and `close` it at
 * the end.
 */
export const egress = (options: EgressOptions): Egress => {
  const profile = profiles[options.profile];
  const rules = targetRules(options);
  const clock = options.clock ?? performance.now.bind(performance);
  const kept = pools();
  const { checkedAddresses, open, firstReachable, onConnection } = connections(options, kept);
  const context: EgressContext = { profile, rules, clock, onConnection };

  return {
    profile,
    checkUrl: (text) => checkedUrl(text, rules).url,
    async checkTarget(text) {
      const { url, target } = checkedUrl(text, rules);
      await checkedAddresses(target).catch(() => {
        throw new EgressRefused('host_not_allowed', 'must have a host that the platform may call');
      });
      return url;
    },
    async request(request) {
      request.signal?.throwIfAborted();
      const timeoutMs = Math.min(request.timeoutMs ?? Infinity, profile.maxTimeoutMs);
      return withTimeout(timeoutMs, request.signal, async (signal) =>
        traced(options.profile, request, async () =>
          callRequest(context, withTrace(request), signal),
        ),
      );
    },
    async stream(request) {
      const signal = request.signal ?? new AbortController().signal;
      signal.throwIfAborted();
      return traced(options.profile, request, async () =>
        callStream(context, withTrace(request), signal),
      );
    },
    async connect({ hostname, port, tls = true, ca, client, signal }) {
      const target = blocked(() => checkedSocket(tls ? 'tls:' : 'tcp:', hostname, port, rules));
      const addresses = await orAborted(checkedAddresses(target), signal);
      return firstReachable(addresses, async (address) =>
        open(target, address, { ca, ...client }, signal),
      );
    },
    close: kept.close,
  };
};
