import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DirectoryTenant } from '@platform/kit/auth';
import type { Metrics } from '@platform/kit/telemetry';
import { LRUCache } from 'lru-cache';
import type { SigningKeys } from '../signing-keys/signing-keys.ts';
import type { Provider } from 'oidc-provider';
import type { ClientAuthFailures } from '../oauth-clients/client-auth-failures.ts';
import { issuerProvider } from './provider.ts';
import type { ProviderOptions } from './provider-options.ts';
import { observeTokens } from './token-metrics.ts';

/** The provider of one issuer, and its request handler. */
export interface IssuerProvider {
  provider: Provider;
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
}

export interface ProvidersOptions extends Omit<
  ProviderOptions,
  'tenant' | 'signing' | 'fetch' | 'apiResources'
> {
  keys: Pick<SigningKeys, 'current'>;
  /** Returns the resource indicators of the management API at one issuer. */
  apiResourcesOf: (issuer: string) => ReadonlySet<string>;
  max: number;
  fetchOf: (tenantId: string) => ProviderOptions['fetch'];
  metrics: Metrics;
  authFailures: Pick<ClientAuthFailures, 'failed'>;
}

/** Caches providers by issuer and generation of keys. An evicted provider still finishes its requests. */
export function providers({
  keys,
  max,
  metrics,
  authFailures,
  fetchOf,
  apiResourcesOf,
  ...options
}: ProvidersOptions): (tenant: DirectoryTenant) => Promise<IssuerProvider> {
  const ready = metrics.gauge('hub_providers');
  const observe = observeTokens(metrics, authFailures);
  const cached = new LRUCache<string, IssuerProvider>({ max });

  return async function providerOf(tenant) {
    const { generation, signing } = await keys.current();
    const id = `${tenant.id} ${tenant.issuer} ${generation}`;
    let found = cached.get(id);
    if (!found) {
      const provider = issuerProvider({
        ...options,
        metrics,
        tenant,
        fetch: fetchOf(tenant.id),
        apiResources: apiResourcesOf(tenant.issuer),
        signing: [signing.ES256, signing.RS256].filter((key) => key !== undefined),
      });
      observe(provider, tenant.id);
      found = { provider, handle: provider.callback() as IssuerProvider['handle'] };
      cached.set(id, found);
      ready.set(cached.size);
    }
    return found;
  };
}
