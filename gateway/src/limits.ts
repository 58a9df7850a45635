import type { DirectoryTenant } from '@platform/kit/auth';
import { rateKeyOf } from '@platform/kit/ip';
import type { Bus } from '@platform/kit/bus';
import type { Metrics } from '@platform/kit/telemetry';
import { problem } from '@platform/kit/problem';
import { overriddenLimit, rateHeaders, rateShare, rateWindows } from '@platform/kit/rate';
import type { RateCheck, RateVerdict } from '@platform/kit/rate';
import type { Exchange } from './exchange.ts';
import type { GatewayConfig } from './config.ts';

/** The rate limits of the management API, shared with the other pods. */
export interface Limits {
  /** Counts a request against its address, which too many responses with 401 block as well. */
  takeAddress(x: Exchange): void;
  /** Counts a request against the tenant and its client. */
  takeCaller(
    x: Exchange,
    caller: { tenant: Pick<DirectoryTenant, 'id' | 'limits'>; clientId: string },
  ): void;
  /** Counts a request against the tenant and the web session, instead of the client that all sessions share. */
  takeWebSession(
    x: Exchange,
    tenant: Pick<DirectoryTenant, 'id' | 'limits'>,
    webSession: string,
  ): void;
  /** Counts a request of a SCIM client against its directory. */
  takeDirectory(x: Exchange, directoryId: string): void;
  /** Counts a response with 401 against the address. */
  answered(x: Exchange): void;
  close(): void;
}

const nearer = (a: RateVerdict | undefined, b: RateVerdict): RateVerdict =>
  a?.nearest && (!b.nearest || a.nearest.remaining < b.nearest.remaining) ? a : b;

/** Counts requests by address, tenant and client. */
export function limits(
  config: Pick<
    GatewayConfig,
    | 'rateEnabled'
    | 'tenantRate'
    | 'clientRate'
    | 'addressRate'
    | 'addressFailures'
    | 'directoryRate'
    | 'webSessionRate'
  >,
  {
    bus,
    metrics,
    now = Date.now,
  }: { bus: Pick<Bus, 'hint' | 'onHint' | 'isConnected'>; metrics: Metrics; now?: () => number },
): Limits {
  const refused = metrics.counter('gateway_rate_limited_total');
  const windows = rateWindows({ now, share: rateShare(bus) });
  const limit = (perMinute: number): number => (config.rateEnabled ? perMinute : 0);
  const failures = (key: string): RateCheck => ({
    name: 'ip-failures',
    key,
    limit: limit(config.addressFailures),
  });

  const tenantCheck = ({ id, limits: own }: Pick<DirectoryTenant, 'id' | 'limits'>): RateCheck => ({
    name: 'tenant',
    key: id,
    limit: limit(overriddenLimit(config.tenantRate, own?.tenantRequestsPerMinute)),
  });

  function judge(x: Exchange, verdict: RateVerdict): void {
    if (verdict.allowed) return void (x.rate = nearer(x.rate, verdict));
    x.rate = verdict;
    refused.inc({ key: verdict.nearest?.name ?? 'none' });
    throw problem('rate_limited', {
      detail: `The rate limit "${verdict.nearest?.name}" is exceeded; wait for the time in Retry-After`,
      headers: rateHeaders(verdict),
    });
  }

  return {
    takeAddress(x) {
      const key = rateKeyOf(x.clientIp);
      const failed = windows.check([failures(key)]);
      if (!failed.allowed) judge(x, failed);
      judge(x, windows.take([{ name: 'ip', key, limit: limit(config.addressRate) }]));
    },
    takeCaller(x, { tenant: { id, limits: own }, clientId }) {
      judge(
        x,
        windows.take([
          tenantCheck({ id, limits: own }),
          {
            name: 'client',
            key: `${id} ${clientId}`,
            limit: limit(overriddenLimit(config.clientRate, own?.clientRequestsPerMinute)),
          },
        ]),
      );
    },
    takeWebSession(x, tenant, webSession) {
      const key = webSession;
      const session = { name: 'web-session', key, limit: limit(config.webSessionRate) };
      judge(x, windows.take([tenantCheck(tenant), session]));
    },
    takeDirectory(x, directoryId) {
      const check = { name: 'directory', key: directoryId, limit: limit(config.directoryRate) };
      judge(x, windows.take([check]));
    },
    answered(x) {
      // A user who has to sign in again has not failed to authenticate.
      if (x.webSession !== undefined) return;
      if (x.res.statusCode === 401) windows.count([failures(rateKeyOf(x.clientIp))]);
    },
    close: () => windows.close(),
  };
}
