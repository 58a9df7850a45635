import type { TenantLimits } from '@platform/contracts';
import { overriddenLimit, rateHeaders, rateShare, rateWindows } from '@platform/kit/rate';
import type { RateCheck, RateVerdict } from '@platform/kit/rate';
import { LRUCache } from 'lru-cache';
import { rateKeyOf } from '@platform/kit/ip';
import type { Bus } from '@platform/kit/bus';

/** The limits, in requests per minute; 0 for no limit. */
export interface OAuthLimitOptions {
  enabled: boolean;
  perAddress: number;
  perTenant: number;
  perClient: number;
  bus: Pick<Bus, 'hint' | 'onHint' | 'isConnected'>;
}

const maxTenants = 10_000;

/** Counts requests to the OAuth endpoints. Each method returns the headers of a 429, or undefined if the request is allowed. */
export interface OAuthLimits {
  address(address: string): Record<string, string> | undefined;
  tenant(tenant: { id: string; limits?: TenantLimits | null }): Record<string, string> | undefined;
  /** Call after `tenant`, which provides the tenant's own limits. A client must be authenticated first, so that others cannot use up its limit. */
  client(tenantId: string, clientId: string): Record<string, string> | undefined;
  close(): void;
}

export function oauthLimits({
  enabled,
  perAddress,
  perTenant,
  perClient,
  bus,
}: OAuthLimitOptions): OAuthLimits {
  const windows = rateWindows({ share: rateShare(bus) });
  // The cached providers have the tenants from when they were created; these are the limits from the latest request.
  const overrides = new LRUCache<string, TenantLimits>({ max: maxTenants });
  const refusal = (verdict: RateVerdict) => (verdict.allowed ? undefined : rateHeaders(verdict));
  const take = (check: RateCheck) => (enabled ? refusal(windows.take([check])) : undefined);
  return {
    address: (address) => take({ name: 'ip', key: rateKeyOf(address), limit: perAddress }),
    tenant({ id, limits }) {
      if (limits) overrides.set(id, limits);
      else overrides.delete(id);
      return take({
        name: 'tenant',
        key: id,
        limit: overriddenLimit(perTenant, limits?.oauthTenantRequestsPerMinute),
      });
    },
    client: (tenantId, clientId) =>
      take({
        name: 'client',
        key: `${tenantId} ${clientId}`,
        limit: overriddenLimit(perClient, overrides.get(tenantId)?.oauthClientRequestsPerMinute),
      }),
    close: () => windows.close(),
  };
}
