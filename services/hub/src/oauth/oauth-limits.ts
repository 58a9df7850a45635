import { rateHeaders, rateShare, rateWindows } from '@platform/kit/rate';
import type { RateCheck, RateVerdict } from '@platform/kit/rate';
import { rateKeyOf } from '@platform/kit/ip';
import type { Bus } from '@platform/kit/bus';

/** Requests a minute; 0 = no limit. */
export interface OAuthLimitOptions { enabled: boolean; perAddress: number; perTenant: number; perClient: number; bus: Pick<Bus, 'hint' | 'onHint' | 'isConnected'> }

/** The limits of the OAuth endpoints. Each returns the headers of a refusal, or undefined to pass. */
export interface OAuthLimits {
  address(address: string): Record<string, string> | undefined;
  tenant(tenantId: string): Record<string, string> | undefined;
  /** Only once it is authenticated: nobody spends another's share by sending its id. */
  client(tenantId: string, clientId: string): Record<string, string> | undefined;
  close(): void;
}

export function oauthLimits({ enabled, perAddress, perTenant, perClient, bus }: OAuthLimitOptions): OAuthLimits {
  const windows = rateWindows({ share: rateShare(bus) });
  const refusal = (verdict: RateVerdict) => (verdict.allowed ? undefined : rateHeaders(verdict));
  const take = (check: RateCheck) => (enabled ? refusal(windows.take([check])) : undefined);
  return {
    address: (address) => take({ name: 'ip', key: rateKeyOf(address), limit: perAddress }),
    tenant: (tenantId) => take({ name: 'tenant', key: tenantId, limit: perTenant }),
    client: (tenantId, clientId) => take({ name: 'client', key: `${tenantId} ${clientId}`, limit: perClient }),
    close: () => windows.close(),
  };
}
