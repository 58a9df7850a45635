import { breaker } from '@platform/kit/breaker';
import type { Metrics } from '@platform/kit/telemetry';
import { problem } from '@platform/kit/problem';
import type { GatewayConfig } from '../config.ts';
import type { Exchange } from '../exchange.ts';
import { UpstreamFault } from './faults.ts';
import { proxyTo } from './proxy.ts';
import { retryBudget } from './retry-budget.ts';
import { drop, isDown } from './upstream-answer.ts';
import type { UpstreamAnswer } from './upstream-answer.ts';

/** A service behind the gateway. */
export interface Service {
  name: string;
  /** The gateway's projected token for this service. */
  token(): Promise<string>;
  /** Sends a request, within breaker, budget and limits; resolves to the response at its head. */
  send(x: Exchange): Promise<UpstreamAnswer>;
  close(): void;
}

type ServiceConfig = Pick<
  GatewayConfig,
  | 'connectTimeout'
  | 'connectionMaxAge'
  | 'firstByteTimeout'
  | 'retryBudgetPercent'
  | 'breakerErrorPercent'
  | 'breakerVolume'
  | 'breakerWindow'
  | 'breakerOpen'
  | 'maxInFlight'
>;

/** Reads can be retried before a response begins; other requests only if nothing of them was read. Never after a status. */
const mayRepeat = ({ req }: Exchange, fault: UpstreamFault): boolean =>
  fault.kind === 'connect' ||
  fault.kind === 'connect_timeout' ||
  (fault.kind === 'closed' && (req.method === 'GET' || req.method === 'HEAD'));

export function upstreamService({
  name,
  url,
  token,
  config,
  metrics,
}: {
  name: string;
  url: string;
  token: () => Promise<string>;
  config: ServiceConfig;
  metrics: Metrics;
}): Service {
  const states = metrics.gauge('gateway_breaker_state');
  const retries = metrics.counter('gateway_upstream_retries_total');
  const inFlight = metrics.gauge('gateway_inflight');
  const first = proxyTo(url, {
    maxAgeMs: config.connectionMaxAge,
    connectMs: config.connectTimeout,
  });
  const again = proxyTo(url, { maxAgeMs: 0, connectMs: config.connectTimeout });
  const budget = retryBudget(config.retryBudgetPercent);
  let underWay = 0;
  const inFlightHere = inFlight.labels(name);
  inFlightHere.set(0);
  // Shared by all requests: one closure per request cost a fifth of the gateway's time.
  const leave = (): void => inFlightHere.set(--underWay);

  async function attempt(x: Exchange): Promise<UpstreamAnswer> {
    const seconds = x.route?.firstByteSeconds;
    const firstByteMs = seconds === undefined ? config.firstByteTimeout : seconds * 1000;
    budget.sent();
    const answer = await first.send(x, firstByteMs).catch((error: unknown) => {
      if (!(error instanceof UpstreamFault) || !mayRepeat(x, error) || !budget.take()) throw error;
      x.retried = true;
      retries.inc({ upstream: name });
      return again.send(x, firstByteMs);
    });
    if (!isDown(answer)) return answer;
    drop(answer);
    throw new UpstreamFault('status');
  }

  const guard = breaker({
    errorPercent: config.breakerErrorPercent,
    volume: config.breakerVolume,
    windowMs: config.breakerWindow,
    openMs: config.breakerOpen,
    verdictOf: (error) => (error instanceof UpstreamFault ? 'fault' : 'none'),
    onState: (state) => states.set({ upstream: name }, state),
  });

  return {
    name,
    token,
    send(x) {
      if (underWay >= config.maxInFlight)
        throw problem('upstream_unavailable', {
          detail: 'Too many requests are in progress; retry in a moment',
          headers: { 'Retry-After': '1' },
        });
      inFlightHere.set(++underWay);
      x.over = leave;
      if (!x.route?.longPoll) return guard.run(() => attempt(x));
      guard.pass();
      return attempt(x);
    },
    close() {
      guard.stop();
      first.close();
      again.close();
    },
  };
}
