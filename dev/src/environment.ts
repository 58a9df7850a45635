import { contextNames, rpcSiblings, services } from '@platform/contracts';
import type { PropertyName } from '@platform/contracts';
import { environmentName } from '@platform/kit/config';
import type { Cluster } from './cluster.ts';
import type { ServiceDatabase } from './database-roles.ts';
import { SERVICES } from './platform-ports.ts';
import type { PlatformPorts, PortedService } from './platform-ports.ts';
import { LOOPBACK } from './ports.ts';
import type { Secrets } from './secrets.ts';

/** The service account of each process. */
export const ACCOUNTS = Object.fromEntries(
  SERVICES.map((name) => [name, services[name].account]),
) as Readonly<Record<PortedService, string>>;

/** Additional channels on which each process presents tokens, with their own audiences. */
const CHANNEL_AUDIENCES: Partial<Record<PortedService, readonly string[]>> = {
  fga: ['hub-applications-facade'],
  gateway: ['hub-applications-facade'],
  'identity-facade': ['hub-internal-auth'],
};

const audiencesOf = (name: PortedService): readonly string[] => [
  // The gateway forwards requests to every context.
  ...(name === 'gateway' ? contextNames : rpcSiblings[name]),
  ...(CHANNEL_AUDIENCES[name] ?? []),
];

/** Audiences of the tokens that each process presents. */
export const AUDIENCES = Object.fromEntries(
  SERVICES.map((name) => [name, audiencesOf(name)] as const),
) as Readonly<Record<PortedService, readonly string[]>>;

export const PLATFORM_DOMAIN = '.platform.localhost';

export interface Surroundings {
  ports: PlatformPorts;
  /** Host on which people's pages listen: loopback, or every address. */
  host: string;
  natsUrl: string;
  cluster: Pick<Cluster, 'issuer' | 'jwksUri'>;
  /** Directory with a folder of projected tokens per service account. */
  tokensDir: string;
  /** Directory of the files that services keep outside the database. */
  objectsDir: string;
  /** For each service with a database. */
  databases: Partial<Record<PortedService, ServiceDatabase>>;
  secrets: Secrets;
  /** If tenants' issuers are https: the authority of their certificate. */
  caFile?: string | undefined;
}

type Settings = Partial<Record<PropertyName, string>>;

const CHANNELS = {
  hub: [
    'platform.applications.service-identity',
    'platform.account-consent.service-identity',
    'platform.account-linking.service-identity',
    'platform.tenancy.service-identity',
  ],
  gateway: ['platform.product-api.internal-auth'],
  fga: ['platform.capability.operator.service-identity'],
  'identity-facade': ['platform.idp-facade.service-identity'],
} as const satisfies Partial<Record<PortedService, readonly string[]>>;
type Channel = (typeof CHANNELS)[keyof typeof CHANNELS][number];

const channelsOf = (name: PortedService): readonly Channel[] =>
  (CHANNELS as Partial<Record<PortedService, readonly Channel[]>>)[name] ?? [];

const channel = (
  prefix: Channel | 'platform.rpc.service-identity',
  cluster: Surroundings['cluster'],
): Settings => ({
  [`${prefix}.cluster.enabled`]: 'true',
  [`${prefix}.cluster.issuer`]: cluster.issuer,
  [`${prefix}.cluster.jwks-uri`]: cluster.jwksUri,
});

/** Presented by compliance, and verified by the services that answer access requests. */
const accessRequests = ({ accessRequestToken }: Secrets): Settings => ({
  'platform.dsar.fanout.service-account-token': accessRequestToken,
});

/** The hub reports security events to the identity service. */
const securityEvents = ({ securityEventsBearer }: Secrets): Settings => ({
  'platform.security-events.identity-service.bearer': securityEventsBearer,
});

/** Receivers of webhooks and inline hooks run on this machine, without certificates. */
const localReceivers: Settings = {
  'platform.webhooks.allow-insecure-http': 'true',
  'platform.webhooks.allowed-internal-hosts': 'localhost',
};

const forPeople: readonly PortedService[] = ['gateway', 'hub'];

/** The listening addresses of a process. */
const listening = (
  name: PortedService,
  { ports, host }: Pick<Surroundings, 'ports' | 'host'>,
): Settings => ({
  'platform.listen-address': forPeople.includes(name) ? host : LOOPBACK,
  [`platform.${name}.http-port`]: String(ports[name].http),
  [`platform.${name}.admin-port`]: String(ports[name].admin),
  ...(name === 'gateway' ? {} : { [`platform.${name}.grpc-port`]: String(ports[name].grpc) }),
});

/** The addresses of a process's siblings: by gRPC, for the gateway also by HTTP. */
const siblings = (name: PortedService, ports: PlatformPorts): Settings =>
  Object.fromEntries(
    contextNames.flatMap((context) => {
      const { http, grpc } = ports[context];
      const rpc = [`platform.rpc.peers.${context}`, `${LOOPBACK}:${grpc}`];
      const url = [`platform.gateway.services.${context}.url`, `http://${LOOPBACK}:${http}`];
      return name === 'gateway' ? [rpc, url] : [rpc];
    }),
  );

const shared = (
  name: PortedService,
  { ports, host, natsUrl, cluster, tokensDir, databases, secrets, caFile }: Surroundings,
): Settings => ({
  'platform.hub.issuer': caFile
    ? `https://localhost:${ports.tls}`
    : `http://localhost:${ports.hub.http}`,
  ...(caFile && { 'platform.outbound-http.extra-ca-path': caFile }),
  'platform.hub.platform-domain': PLATFORM_DOMAIN,
  'platform.gateway.public-base-url': `http://localhost:${ports.gateway.http}`,
  'platform.hub.in-cluster-jwks-uri': `http://${LOOPBACK}:${ports.hub.http}/oauth2/jwks`,
  ...(databases[name] && {
    'platform.database.url': databases[name].url,
    'platform.database.migration-url': databases[name].migrationUrl,
  }),
  'platform.nats.url': natsUrl,
  'platform.nats.replicas': '1',
  'platform.secrets.encryption.keys': JSON.stringify({
    [secrets.encryptionKeyId]: secrets.encryptionKey,
  }),
  'platform.secrets.encryption.active-key-id': secrets.encryptionKeyId,
  'platform.rpc.token-directory': `${tokensDir}/${ACCOUNTS[name]}`,
  ...listening(name, { ports, host }),
  ...siblings(name, ports),
  ...channel('platform.rpc.service-identity', cluster),
  ...Object.assign({}, ...channelsOf(name).map((prefix) => channel(prefix, cluster))),
  // Convenient on one machine.
  'platform.rpc.reflection': 'true',
  'platform.shutdown.delay': '0s',
  'platform.shutdown.drain': '10s',
});

/** The settings of each process on one machine, in addition to the common ones. */
const own: Partial<Record<PortedService, (around: Surroundings) => Settings>> = {
  hub: ({ ports, secrets }) => ({
    ...accessRequests(secrets),
    ...securityEvents(secrets),
    'platform.security-events.identity-service.base-url': `http://${LOOPBACK}:${ports['identity-facade'].http}`,
    'platform.tenancy.platform-domain': PLATFORM_DOMAIN,
    'platform.hub.bootstrap.demo-tenant': 'true',
    'platform.hub.bootstrap.demo-client-secret': secrets.demoClientSecret,
    'platform.applications.service-identity.cluster.allowed-sub':
      '^system:serviceaccount:platform:(product-api|fga)$',
    // Enrichment calls go through the gateway, which listens on this machine without a certificate.
    'platform.hub.webhook.allowed-internal-hosts': 'localhost,127.0.0.1',
    'platform.hub.webhook.plain-http-hosts': 'localhost,127.0.0.1',
    ...localReceivers,
    // Applications run on this machine, with their keys and sign-out endpoints.
    'platform.hub.clients.allowed-internal-hosts': 'localhost,127.0.0.1',
    'platform.hub.webhook.platform-urls': `http://localhost:${ports.gateway.http}/internal/claims-enrichment`,
  }),
  'identity-facade': ({ ports, tokensDir, secrets }) => ({
    ...accessRequests(secrets),
    ...securityEvents(secrets),
    // The identity service runs in the same process.
    'platform.idp-facade.identity-service-base-url': `http://localhost:${ports['identity-facade'].http}`,
    'platform.idp-facade.hub-base-url': `http://${LOOPBACK}:${ports.hub.http}`,
    'platform.idp-facade.hub-token-path': `${tokensDir}/${ACCOUNTS['identity-facade']}/hub-internal-auth`,
    // The inbox page receives all mail.
    'platform.idp-facade.smtp.host': LOOPBACK,
    'platform.idp-facade.smtp.port': String(ports.smtp),
    'platform.idp-facade.smtp.security': 'none',
  }),
  compliance: ({ ports, objectsDir, secrets }) => ({
    ...accessRequests(secrets),
    // Veto clients run on this machine.
    'platform.compliance.egress.allowed-internal-hosts': 'localhost',
    'platform.dsar.fanout.hub-base-url': `http://${LOOPBACK}:${ports.hub.http}`,
    'platform.dsar.fanout.identity-service-base-url': `http://${LOOPBACK}:${ports['identity-facade'].http}`,
    'platform.dsar.fanout.product-api-base-url': `http://${LOOPBACK}:${ports.gateway.http}`,
    'platform.compliance.subject-hash-key': secrets.subjectHashKey,
    'platform.dsar.local.base-dir': `${objectsDir}/access-requests`,
    'platform.audit-export.local.base-dir': `${objectsDir}/audit-exports`,
  }),
  outbound: () => localReceivers,
  fga: ({ ports, tokensDir }) => ({
    'platform.applications.hub.base-url': `http://${LOOPBACK}:${ports.hub.http}`,
    'platform.applications.hub.service-identity-token-path': `${tokensDir}/${ACCOUNTS.fga}/hub-applications-facade`,
    'platform.token-claims.enrichment-url': `http://localhost:${ports.gateway.http}/internal/claims-enrichment`,
  }),
  gateway: () => ({
    'platform.gateway.shutdown.delay': '0s',
    'platform.gateway.shutdown.drain': '10s',
  }),
};

/** The `PLATFORM_*` variables of one process. */
export const serviceEnvironment = (
  name: PortedService,
  around: Surroundings,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...shared(name, around), ...own[name]?.(around) }).map(([property, value]) => [
      environmentName(property),
      value,
    ]),
  );

const NOT_THEIRS = /^(PLATFORM_TEST_|DATABASE_URL$|NATS_URL$|TEST_INFRA|JEST_)/;

/** The environment that a child inherits, without the launcher's own variables. `PLATFORM_LOG_LEVEL=debug npm start` reaches it. */
export const inheritedEnvironment = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !NOT_THEIRS.test(name)));
