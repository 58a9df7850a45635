import { allScopes } from '@platform/contracts';
import { rpcPeer } from '@platform/kit/grpc';
import type { Cluster } from './cluster.ts';
import { LOOPBACK } from './ports.ts';

/** A tenant to try, with a client that holds every `tenant:` scope. */
export interface DemoTenant {
  slug: string;
  tenantId: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** What the hub is asked with. */
export interface DemoTenantOptions {
  hubRpcPort: number;
  cluster: Pick<Cluster, 'mint'>;
  /** Secret of `demo-admin`, which the hub seeds by itself. */
  demoClientSecret: string;
}

/** How many scopes the first client of a tenant holds. */
export const scopesOfFirstClient = allScopes.length;

/**
 * Two tenants: `demo`, which the hub seeds at its start, and `acme`, made as an operator makes one. The request id is
 * always the same, so that a second start is answered with the same client and secret.
 */
export async function demoTenants({
  hubRpcPort,
  cluster,
  demoClientSecret,
}: DemoTenantOptions): Promise<DemoTenant[]> {
  const peer = rpcPeer({
    address: `${LOOPBACK}:${hubRpcPort}`,
    token: () => cluster.mint('platform-operator', 'hub'),
  });
  try {
    const tenants = peer.service('platform.hub.v1.Tenants');
    const demo = await tenants.GetTenant({ slug: 'demo' }, { deadlineMs: 10_000 });
    const acme = await tenants.CreateTenant(
      { requestId: 'dev-demo-tenant-acme', slug: 'acme', name: 'Acme', adminClient: true },
      { deadlineMs: 10_000 },
    );
    if (!acme.tenant) throw new Error('the hub answered without the tenant');
    return [
      {
        slug: demo.slug,
        tenantId: demo.id,
        issuer: demo.issuer,
        clientId: 'demo-admin',
        clientSecret: demoClientSecret,
      },
      {
        slug: acme.tenant.slug,
        tenantId: acme.tenant.id,
        issuer: acme.tenant.issuer,
        clientId: acme.clientId,
        clientSecret: acme.clientSecret,
      },
    ];
  } finally {
    peer.close();
  }
}
