import { allScopes } from '@platform/contracts';
import { rpcPeer } from '@platform/kit/grpc';
import type { RpcClient, RpcPeer } from '@platform/kit/grpc';
import { newId } from '@platform/kit/ids';
import type { Problem } from '@platform/kit/problem';
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

/** The connection to the hub. */
export interface DemoTenantOptions {
  hubRpcPort: number;
  cluster: Pick<Cluster, 'mint'>;
  /** Secret of `demo-admin`, which the hub creates itself. */
  demoClientSecret: string;
}

/** The number of scopes of a tenant's first client. */
export const scopesOfFirstClient = allScopes.length;

type Tenants = RpcClient<'platform.hub.v1.Tenants'>;

type Hub = Pick<DemoTenantOptions, 'hubRpcPort' | 'cluster'>;

/** Connects to the hub as a platform operator. */
const operatorPeer = ({ hubRpcPort, cluster }: Hub): RpcPeer =>
  rpcPeer({
    address: `${LOOPBACK}:${hubRpcPort}`,
    token: () => cluster.mint('platform-operator', 'hub'),
  });

/** Calls the hub as a platform operator. */
const asOperator = async <T>(hub: Hub, work: (tenants: Tenants) => Promise<T>): Promise<T> => {
  const peer = operatorPeer(hub);
  try {
    return await work(peer.service('platform.hub.v1.Tenants'));
  } finally {
    peer.close();
  }
};

const create = async (
  tenants: Tenants,
  request: { requestId: string; slug: string; name: string; adminEmail?: string },
): Promise<DemoTenant> => {
  const { tenant, clientId, clientSecret } = await tenants.CreateTenant(
    { ...request, adminClient: true },
    { deadlineMs: 10_000 },
  );
  if (!tenant) throw new Error('the hub answered without the tenant');
  const { id: tenantId, slug, issuer } = tenant;
  return { slug, tenantId, issuer, clientId, clientSecret };
};

/**
 * Finds the tenant of an earlier start. The hub returns the secret of its client only for a day; after that the client gets a new
 * one.
 */
const createOnce = async (
  tenants: Tenants,
  request: { requestId: string; slug: string; name: string },
): Promise<DemoTenant> => {
  try {
    return await create(tenants, request);
  } catch (error) {
    if ((error as Partial<Problem>).code !== 'already_exists') throw error;
    const { slug, requestId } = request;
    const { id: tenantId, issuer } = await tenants.GetTenant({ slug }, { deadlineMs: 10_000 });
    const client = await tenants.ResetAdminClient({ tenantId, requestId }, { deadlineMs: 10_000 });
    return { slug, tenantId, issuer, ...client };
  }
};

/** Creates a tenant, like an operator. `adminEmail`: the first administrator, who is invited by mail. */
export const createTenant = ({
  slug,
  adminEmail = '',
  ...hub
}: Hub & { slug: string; adminEmail?: string }): Promise<DemoTenant> =>
  asOperator(hub, (tenants) =>
    create(tenants, { requestId: newId('request'), slug, name: slug, adminEmail }),
  );

/** Creates many tenants on one connection. */
export function tenantCreator(hub: Hub) {
  const peer = operatorPeer(hub);
  const tenants = peer.service('platform.hub.v1.Tenants');
  return {
    create: (slug: string): Promise<DemoTenant> =>
      create(tenants, { requestId: newId('request'), slug, name: slug }),
    close: (): void => peer.close(),
  };
}

/**
 * Two tenants: `demo`, which the hub creates at its start, and `acme`, created like an operator would. The request id is always
 * the same, so that a second start on the same day gets the same client and secret.
 */
export const demoTenants = ({
  demoClientSecret,
  ...hub
}: DemoTenantOptions): Promise<DemoTenant[]> =>
  asOperator(hub, async (tenants) => {
    const { slug, id, issuer } = await tenants.GetTenant({ slug: 'demo' }, { deadlineMs: 10_000 });
    const demo = {
      slug,
      tenantId: id,
      issuer,
      clientId: 'demo-admin',
      clientSecret: demoClientSecret,
    };
    const request = { requestId: 'dev-demo-tenant-acme', slug: 'acme', name: 'Acme' };
    const acme = await createOnce(tenants, request);
    // A repeated request returns the issuer of the first start, which may have run without --tls.
    const { issuer: acmeIssuer } = await tenants.GetTenant(
      { slug: 'acme' },
      { deadlineMs: 10_000 },
    );
    return [demo, { ...acme, issuer: acmeIssuer }];
  });
