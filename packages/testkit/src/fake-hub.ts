import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CompactSign, SignJWT, exportJWK, generateKeyPair } from 'jose';
import type { CryptoKey } from 'jose';
import { allScopes, defaultTenantId } from '@platform/contracts';
import type { TenantLimits } from '@platform/contracts';
import { projectedTokens, clusterKeySet, tenantIssuers } from '@platform/kit/auth';
import { listenRpc, serveRpc } from '@platform/kit/grpc';
import { newId } from '@platform/kit/ids';
import { silentLog } from '@platform/kit/log';
import { problem } from '@platform/kit/problem';
import type { Cluster } from '@platform/dev/cluster';
import { testDataSubject } from './fake-data-subject.ts';
import type { TestDataSubject } from './fake-data-subject.ts';
import { keptBack } from './kept-back.ts';
import type { KeptBack } from './kept-back.ts';

/** A tenant of the stub hub. */
export interface TestTenant {
  id: string;
  slug: string;
  issuer: string;
  state: 'active' | 'suspended';
  limits?: TenantLimits;
}

/** Claims of a token that a test asks for; what is not said is a client with every scope. */
export interface TestTokenOptions {
  tenant: TestTenant;
  scopes?: readonly string[];
  /** A user instead of the client itself. */
  userId?: string;
  clientId?: string;
  claims?: Record<string, unknown>;
  lifeSeconds?: number;
}

/** Rules that the stub hub tells of a tenant. */
export interface TestIpRules {
  version: number;
  rules: { id: string; action: string; cidr: string; expiresAt: string }[];
}

/** What the stub hub says of an application. */
export interface TestClient {
  name?: string;
  type?: string;
  enabled?: boolean;
  firstParty?: boolean;
  allowedScopes?: string[];
}

/** What the stub hub was asked to sign. */
export interface TestSignature {
  tenantId: string;
  purpose: string;
  payloads: string[];
}

/** Where the network of a service under test ends: a hub with a key set and gRPC, and nothing behind it. */
export interface TestHub {
  platformIssuer: string;
  platformDomain: string;
  jwksUri: string;
  rpcPort: number;
  tenant(slug: string): TestTenant;
  token(options: TestTokenOptions): Promise<string>;
  setState(tenant: TestTenant, state: TestTenant['state']): void;
  setLimits(tenant: TestTenant, limits: TenantLimits | undefined): void;
  setIpRules(tenant: TestTenant, rules: TestIpRules): void;
  /** An application that the tenant has. */
  setClient(tenant: TestTenant, clientId: string, client?: TestClient): void;
  /** Its part of erasures. */
  subjects: TestDataSubject;
  /** What was signed, in order. */
  signed: readonly TestSignature[];
  /** Keeps the next signatures of a tenant for this purpose back until they are released. */
  keepSignaturesBack(tenant: TestTenant, purpose: string): KeptBack;
  /** Answers nothing any more, and again. */
  setAway(away: boolean): void;
  stop(): Promise<void>;
}

export const TEST_PLATFORM_DOMAIN = '.platform.localhost';

/** Starts a stub hub that speaks the real protocols. */
export async function startTestHub(cluster: Pick<Cluster, 'issuer' | 'jwksUri'>): Promise<TestHub> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = randomUUID();
  const documents = await generateKeyPair('RS256', { extractable: true });
  const documentsKid = randomUUID();
  const events = await generateKeyPair('RS256', { extractable: true });
  const eventsKid = randomUUID();
  const keys = {
    keys: [
      {
        ...(await exportJWK(events.publicKey as CryptoKey)),
        kid: eventsKid,
        alg: 'RS256',
        use: 'sig',
      },
      { ...(await exportJWK(publicKey as CryptoKey)), kid, alg: 'ES256', use: 'sig' },
      {
        ...(await exportJWK(documents.publicKey as CryptoKey)),
        kid: documentsKid,
        alg: 'RS256',
        use: 'sig',
        'x-purpose': 'documents',
      },
    ],
  };
  const signed: TestSignature[] = [];
  const signatures = keptBack();
  let away = false;
  const jwks = createServer((_req, res) => {
    if (away) return void res.destroy();
    res.setHeader('content-type', 'application/json').end(JSON.stringify(keys));
  });
  await new Promise<void>((resolve) => jwks.listen(0, '127.0.0.1', resolve));
  const { port } = jwks.address() as AddressInfo;
  const platformIssuer = `http://localhost:${port}`;
  const issuerOf = tenantIssuers({ platformIssuer, platformDomain: TEST_PLATFORM_DOMAIN });
  const tenants = new Map<string, TestTenant>();
  const rules = new Map<string, TestIpRules>();
  const clients = new Map<string, TestClient>();
  tenants.set('default', {
    id: defaultTenantId,
    slug: 'default',
    issuer: platformIssuer,
    state: 'active',
  });

  const clusterKeys = clusterKeySet({
    jwksUri: cluster.jwksUri,
    caPath: '',
    tokenPath: '',
    connectTimeoutMs: 2_000,
    readTimeoutMs: 2_000,
  });
  const subjects = testDataSubject('hub', () => {
    if (away) throw problem('upstream_unavailable');
  });
  const unsupported = async (): Promise<never> => {
    throw problem('not_found');
  };
  const rpc = await listenRpc({
    port: 0,
    log: silentLog,
    verifyCaller: projectedTokens({
      issuer: cluster.issuer,
      audience: 'hub',
      allowedSub: '^system:serviceaccount:platform:[a-z-]+$',
      keys: clusterKeys,
    }),
    mounts: [
      subjects.mount,
      serveRpc(
        'platform.hub.v1.Tenants',
        {
          GetTenant: async ({ slug, tenantId }) => {
            if (away) throw problem('upstream_unavailable');
            const found = [...tenants.values()].find((t) => t.slug === slug || t.id === tenantId);
            if (!found) throw problem('not_found');
            return {
              ...found,
              name: found.slug,
              mode: 'live',
              isDefault: found.id === defaultTenantId,
            };
          },
          CreateTenant: unsupported,
          ListTenants: unsupported,
          SetState: unsupported,
          SetLimits: unsupported,
          DeleteTenant: unsupported,
          ClearIpRules: unsupported,
          ResetAdminClient: unsupported,
          RotateKeys: unsupported,
        },
        {
          GetTenant: ['*'],
          CreateTenant: [],
          ListTenants: [],
          SetState: [],
          SetLimits: [],
          DeleteTenant: [],
          ClearIpRules: [],
          ResetAdminClient: [],
          RotateKeys: [],
        },
      ),
      serveRpc(
        'platform.hub.v1.Clients',
        {
          GetClient: async ({ tenantId, clientId }) => {
            if (away) throw problem('upstream_unavailable');
            const client = clients.get(`${tenantId} ${clientId}`);
            return client ? { enabled: true, ...client, found: true } : { found: false };
          },
        },
        { GetClient: ['*'] },
      ),
      serveRpc(
        'platform.hub.v1.IpRules',
        {
          Snapshot: async ({ tenantId }) => {
            if (away) throw problem('upstream_unavailable');
            return rules.get(tenantId) ?? { version: 0, rules: [] };
          },
        },
        { Snapshot: ['*'] },
      ),
      serveRpc(
        'platform.hub.v1.Signing',
        {
          Sign: async ({ tenantId, purpose, payloads }) => {
            if (away) throw problem('upstream_unavailable');
            signed.push({ tenantId, purpose, payloads });
            await signatures.pass(`${tenantId} ${purpose}`);
            const isEvent = purpose === 'SET';
            const typ = isEvent
              ? 'secevent+jwt'
              : `${purpose.toLowerCase().replaceAll('_', '-')}+jwt`;
            const kid = isEvent ? eventsKid : documentsKid;
            const header = { alg: 'RS256', typ, kid };
            const jws = await Promise.all(
              payloads.map((payload) =>
                new CompactSign(Buffer.from(payload))
                  .setProtectedHeader(header)
                  .sign(isEvent ? events.privateKey : documents.privateKey),
              ),
            );
            const issuer = [...tenants.values()].find((t) => t.id === tenantId)?.issuer ?? '';
            return { jws, kid, issuer };
          },
        },
        { Sign: ['compliance'] },
      ),
    ],
  });

  return {
    platformIssuer,
    platformDomain: TEST_PLATFORM_DOMAIN,
    jwksUri: `${platformIssuer}/oauth2/jwks`,
    rpcPort: rpc.port,
    subjects,
    signed,
    tenant(slug) {
      const known = tenants.get(slug);
      if (known) return known;
      const tenant: TestTenant = {
        id: newId('tenant'),
        slug,
        issuer: issuerOf(slug),
        state: 'active',
      };
      tenants.set(slug, tenant);
      return tenant;
    },
    token: ({
      tenant,
      scopes = allScopes,
      userId,
      clientId = 'test-client',
      claims = {},
      lifeSeconds = 600,
    }) =>
      new SignJWT({
        client_id: clientId,
        tnt: tenant.id,
        scope: scopes.join(' '),
        jti: randomUUID(),
        ...claims,
      })
        .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid })
        .setIssuer(tenant.issuer)
        .setSubject(userId ?? clientId)
        .setAudience('product-api')
        .setIssuedAt()
        .setExpirationTime(`${lifeSeconds}s`)
        .sign(privateKey),
    setState: (tenant, state) => void tenants.set(tenant.slug, Object.assign(tenant, { state })),
    setLimits: (tenant, limits) => void tenants.set(tenant.slug, Object.assign(tenant, { limits })),
    setIpRules: (tenant, set) => void rules.set(tenant.id, set),
    setClient: (tenant, clientId, client = {}) =>
      void clients.set(`${tenant.id} ${clientId}`, client),
    keepSignaturesBack: ({ id }, purpose) => signatures.keep(`${id} ${purpose}`),
    setAway: (value) => void (away = value),
    async stop() {
      clusterKeys.stop();
      await rpc.close(0);
      await new Promise((resolve) => {
        jwks.close(resolve);
        jwks.closeAllConnections();
      });
    },
  };
}
