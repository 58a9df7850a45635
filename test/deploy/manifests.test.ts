import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { contextNames, catalogue, properties, rpcSiblings } from '@platform/contracts';
import type { ContextName } from '@platform/contracts';
import { edgeTarget } from '@platform/dev/edge';
import { ACCOUNTS, AUDIENCES } from '@platform/dev/environment';
import { SERVICES } from '@platform/dev/platform-ports';
import type { PortedService } from '@platform/dev/platform-ports';
import { environmentName } from '@platform/kit/config';
import { projectedTokens } from '@platform/kit/auth';
import { surfaceRoutes } from '../../gateway/src/routes.ts';
import {
  configOf,
  deploymentOf,
  installation,
  neededSecret,
  read,
  installedSettings,
  someSecret,
  workloadOf,
} from './installation.ts';
import { baseFolder, kustomization, manifestNamed, ofKind, withComponent } from './manifests.ts';
import {
  containerOf,
  environmentOf,
  initContainersOf,
  mountsOf,
  sourcesOf,
  toldIn,
  tokensOf,
} from './pod.ts';
import { behind, mayReach, routed, selectsLabels } from './reach.ts';

const repository = new URL('../../', import.meta.url);
const settings = (name: PortedService) =>
  installedSettings(name, sourcesOf(deploymentOf(name), installation, someSecret));
const hubSettings = () => read.hub(sourcesOf(deploymentOf('hub'), installation, someSecret)).own;
const fgaSettings = () => read.fga(sourcesOf(deploymentOf('fga'), installation, someSecret)).own;
const complianceSettings = () =>
  read.compliance(sourcesOf(deploymentOf('compliance'), installation, someSecret)).own;
const gatewaySettings = () =>
  read.gateway(sourcesOf(deploymentOf('gateway'), installation, someSecret));
const labelsOf = (name: PortedService): Record<string, string> =>
  deploymentOf(name).spec.template.metadata.labels;
const subject = (account: string): string => `system:serviceaccount:platform:${account}`;
const matches = (pattern: string, account: string): boolean =>
  new RegExp(`^(?:${pattern})$`).test(subject(account));
const clusterFiles = '/var/run/secrets/kubernetes.io/serviceaccount/';

/** The sources of a service, without its tests. */
function codeOf(name: ContextName): string {
  const folder = new URL(`services/${name}/src/`, repository);
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n');
}

/** Addresses at which a process finds another, as it reads them. */
function callsOf(name: PortedService): string[] {
  const { jwksUri, peers } = settings(name);
  const rpc = rpcSiblings[name].map((context) => `grpc://${peers[context]}`);
  const more: Partial<Record<PortedService, () => Iterable<string>>> = {
    gateway: () => contextNames.map((name) => gatewaySettings()[name]),
    hub: () => [...hubSettings().webhookPlatformUrls, hubSettings().securityEventsUrl],
    fga: () => [fgaSettings().hubBaseUrl],
    compliance: () => {
      const { dsarHubUrl, dsarIdentityUrl, dsarProductUrl } = complianceSettings();
      return [dsarHubUrl, dsarIdentityUrl, dsarProductUrl];
    },
  };
  return [...(name === 'hub' ? [] : [jwksUri]), ...rpc, ...(more[name]?.() ?? [])];
}

describe.each(SERVICES)('the Deployment of %s', (name) => {
  const deployment = deploymentOf(name);
  const container = containerOf(deployment);
  const pod = deployment.spec.template.spec;

  test('starts with its configuration, with and without optional secrets', () => {
    expect(() => configOf(name, sourcesOf(deployment, installation, someSecret))).not.toThrow();
    const withoutGate = {
      ...installation,
      configMaps: {
        ...installation.configMaps,
        'platform-site': {
          ...installation.configMaps['platform-site'],
          PLATFORM_HUB_INFRA_SECRET_RECONCILER_REQUIRE_PRODUCT_API_INTERNAL_SECRET: 'false',
        },
      },
    };
    expect(() => configOf(name, sourcesOf(deployment, withoutGate, neededSecret))).not.toThrow();
  });

  test('has its account, its command, its ports and its probes', () => {
    const { ports } = settings(name);
    const wanted = {
      http: ports.http,
      admin: ports.admin,
      ...(ports.rpc === undefined ? {} : { grpc: ports.rpc }),
    };
    const numbers = (list: { name: string; containerPort?: number; port?: number }[]) =>
      Object.fromEntries(list.map((one) => [one.name, one.containerPort ?? one.port]));
    expect([pod.serviceAccountName, container.args, container.command]).toEqual([
      ACCOUNTS[name],
      [name],
      undefined,
    ]);
    expect(numbers(container.ports)).toEqual(wanted);
    expect(numbers(manifestNamed(installation, 'Service', workloadOf(name)).spec.ports)).toEqual(
      wanted,
    );
    expect(
      [container.startupProbe, container.livenessProbe, container.readinessProbe].map(
        (probe) => probe.httpGet,
      ),
    ).toEqual(['/healthz', '/healthz', '/readyz'].map((path) => ({ path, port: 'admin' })));
  });

  test('mounts the tokens for the services that it calls at the paths that the process reads', () => {
    const { tokenDirectory } = settings(name);
    const wanted = AUDIENCES[name].map((audience) => [
      `${tokenDirectory}/${audience}`,
      { audience, expirationSeconds: 3600 },
    ]);
    expect(Object.fromEntries(tokensOf(deployment))).toEqual(Object.fromEntries(wanted));
    if (name === 'fga')
      expect([...tokensOf(deployment).keys()]).toContain(fgaSettings().hubTokenPath);
  });

  test("mounts the cluster's CA and a token to fetch the cluster's keys", () => {
    const paths = Object.entries(properties)
      .filter(([property]) =>
        /service-identity.*\.(ca|token)-path$|internal-auth.*\.(ca|token)-path$/.test(property),
      )
      .map(([, { default: path }]) => path);
    for (const path of paths.filter((one) => !one.startsWith('/var/run/secrets/tokens/')))
      expect([`${clusterFiles}ca.crt`, `${clusterFiles}token`]).toContain(path);
    // Kubernetes itself lets every service account read the key set (system:service-account-issuer-discovery).
    expect(pod.automountServiceAccountToken).toBe(true);
    const set = Object.keys(environmentOf(deployment, installation, someSecret));
    expect(set.filter((variable) => /_(CA|TOKEN)_PATH$/.test(variable))).toEqual([]);
  });

  test('shuts down after requests in progress', () =>
    expect(pod.terminationGracePeriodSeconds * 1000).toBeGreaterThan(
      settings(name).shutdown + 5_000,
    ));

  test('needs no privileges on its node, and has a read-only file system', () => {
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 1000,
      fsGroup: 1000,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect([
      mountsOf(deployment).every(({ isReadOnly }) => isReadOnly),
      pod.enableServiceLinks,
    ]).toEqual([true, false]);
  });

  test('migrates before it serves, and never serves as the owner of its schema', () => {
    expect(Object.keys(environmentOf(deployment, installation, someSecret))).not.toContain(
      environmentName('platform.database.migration-url'),
    );
    expect(initContainersOf(deployment)).toEqual(
      name === 'gateway'
        ? []
        : [
            expect.objectContaining({
              args: [name, 'migrate'],
              image: container.image,
              securityContext: container.securityContext,
            }),
          ],
    );
  });

  test('can reach all configured addresses through the policies', () => {
    const reached = callsOf(name).map((address) => {
      const { hostname, port } = new URL(address);
      const target = behind(installation, hostname, Number(port));
      return [
        address,
        target.port,
        mayReach(installation, { pod: labelsOf(name) }, target.deployment, target.port),
      ];
    });
    expect(reached).toEqual(
      reached.map(([address]) => [
        address,
        String(address).startsWith('grpc:') ? 'grpc' : 'http',
        true,
      ]),
    );
    expect(reached.length).toBeGreaterThan(1);
  });

  test('is spread across nodes, and never completely unavailable', () => {
    const labels = deployment.spec.template.metadata.labels;
    expect(
      pod.topologySpreadConstraints.every((one: any) => selectsLabels(one.labelSelector, labels)),
    ).toBe(true);
    expect(selectsLabels(deployment.spec.selector, labels)).toBe(true);
    const budget = manifestNamed(installation, 'PodDisruptionBudget', workloadOf(name));
    expect([
      selectsLabels(budget.spec.selector, labels),
      budget.spec.maxUnavailable,
      budget.spec.unhealthyPodEvictionPolicy,
    ]).toEqual([true, 1, 'AlwaysAllow']);
    expect(manifestNamed(installation, 'PriorityClass', pod.priorityClassName).globalDefault).toBe(
      false,
    );
    expect(deployment.spec.strategy.type).toBe('RollingUpdate');
    expect(
      manifestNamed(kustomization(baseFolder), 'Deployment', workloadOf(name)).spec.replicas,
    ).toBeGreaterThan(1);
  });
});

describe('authorization between services', () => {
  test.each(
    SERVICES.flatMap((name) =>
      AUDIENCES[name].map((audience) => [ACCOUNTS[name], audience] as const),
    ),
  )('%s is accepted by %s', (account, audience) => {
    const ofChannels: Record<string, string> = {
      'hub-applications-facade': hubSettings().applicationsAllowedSub,
      'hub-internal-auth':
        properties['platform.account-linking.service-identity.cluster.allowed-sub'].default ?? '',
    };
    const pattern = ofChannels[audience] ?? settings(audience as PortedService).allowedSub;
    expect(matches(pattern, account)).toBe(true);
    expect(() =>
      projectedTokens({
        issuer: 'https://cluster',
        audience,
        allowedSub: pattern,
        keys: {
          key: async () => {
            throw new Error('none');
          },
        },
      }),
    ).not.toThrow();
  });

  test('the applications channel accepts only the accounts of the gateway and the access service', () => {
    const { applicationsEnabled, applicationsAudience, applicationsAllowedSub } = hubSettings();
    expect([applicationsEnabled, applicationsAudience]).toEqual([true, 'hub-applications-facade']);
    expect(
      ofKind(installation, 'ServiceAccount')
        .map(({ metadata }) => metadata.name)
        .filter((account) => matches(applicationsAllowedSub, account)),
    ).toEqual(['product-api', 'fga']);
  });

  test('operators use the account of platformctl', () => {
    const { tenancyEnabled, tenancyAllowedSub, tenancyAudience } = hubSettings();
    const operator = manifestNamed(installation, 'Deployment', 'platform-operator');
    expect(tenancyEnabled).toBe(true);
    expect(
      ofKind(installation, 'ServiceAccount')
        .map(({ metadata }) => metadata.name)
        .filter((account) => matches(tenancyAllowedSub, account)),
    ).toEqual([operator.spec.template.spec.serviceAccountName]);
    const tokens = [...tokensOf(operator)];
    const [file] = tokens.find(([, { audience }]) => audience === tenancyAudience) ?? [];
    // Every service accepts the operator's token, from a file with its name.
    expect(
      Object.fromEntries(tokens.map(([path, { audience }]) => [path.split('/').at(-1), audience])),
    ).toEqual(
      Object.fromEntries(
        [...contextNames, fgaSettings().operatorAudience].map((name) => [name, name]),
      ),
    );
    const env = Object.fromEntries(
      containerOf(operator).env.map((one: { name: string; value: string }) => [
        one.name,
        one.value,
      ]),
    );
    expect(env).toEqual({ PLATFORMCTL_HUB: 'hub:9180', PLATFORMCTL_TOKEN_FILE: file });
    const pod = operator.spec.template.metadata.labels;
    expect([fgaSettings().operatorEnabled, fgaSettings().operatorAllowedSub]).toEqual([
      true,
      tenancyAllowedSub,
    ]);
    expect(mayReach(installation, { pod }, deploymentOf('gateway'), 'http')).toBe(true);
    for (const name of contextNames)
      expect(mayReach(installation, { pod }, deploymentOf(name), 'grpc')).toBe(true);
  });

  test("every service's code names the siblings that rpcSiblings lists for it", () => {
    for (const name of contextNames) {
      const called = [...codeOf(name).matchAll(/\bpeer\('([a-z-]+)'\)/g)].map(
        ([, one]) => one as string,
      );
      // Every other service looks tenants up at the hub.
      const siblings = new Set(name === 'hub' ? called : [...called, 'hub']);
      // Compliance asks all of them in turn, by a variable.
      const declared = name === 'compliance' ? siblings : new Set<string>(rpcSiblings[name]);
      expect([name, siblings]).toEqual([name, declared]);
    }
  });

  test('compliance may call every service that keeps personal data', () =>
    expect(
      contextNames.filter(
        (name) =>
          name !== 'compliance' && codeOf(name).includes("'@platform/data-lifecycle/data-subject'"),
      ),
    ).toEqual(
      contextNames.filter((name) => (rpcSiblings.compliance as readonly string[]).includes(name)),
    ));

  test('the accounts of all services may ask the API server about tokens, if the component is used', () => {
    const { subjects } = manifestNamed(
      withComponent('token-review', installation),
      'ClusterRoleBinding',
      'platform-token-review',
    );
    expect(subjects.map(({ name }: { name: string }) => name).sort()).toEqual(
      contextNames.map((name) => ACCOUNTS[name]).sort(),
    );
  });

  test.each(SERVICES)('%s accepts only the services that call it', (name) => {
    const callers = (port: string): string[] =>
      SERVICES.filter((one) =>
        callsOf(one).some((address) => {
          const { hostname, port: number } = new URL(address);
          const target = behind(installation, hostname, Number(number));
          return target.deployment === deploymentOf(name) && target.port === port;
        }),
      );
    for (const port of ['http', 'grpc'])
      expect(
        SERVICES.filter((one) =>
          mayReach(installation, { pod: labelsOf(one) }, deploymentOf(name), port),
        ),
      ).toEqual(callers(port));
  });

  const everyPort = SERVICES.flatMap((name) =>
    Object.keys({ http: 0, admin: 0, ...(name === 'gateway' ? {} : { grpc: 0 }) }).map(
      (port) => [name, port] as const,
    ),
  );
  const openTo = (caller: Parameters<typeof mayReach>[1]): string[] =>
    everyPort
      .filter(([name, port]) => mayReach(installation, caller, deploymentOf(name), port))
      .map(([name, port]) => `${name} ${port}`);
  test.each<[string, Parameters<typeof mayReach>[1], string[]]>([
    [
      'the ingress controller',
      { namespace: { 'platform.ingress': 'true' } },
      ['hub http', 'gateway http'],
    ],
    [
      'who scrapes',
      { namespace: { 'platform.metrics': 'true' } },
      SERVICES.map((name) => `${name} admin`),
    ],
    ['any other namespace', { namespace: { 'kubernetes.io/metadata.name': 'shop' } }, []],
    ['a stranger among the pods', { pod: { 'app.kubernetes.io/name': 'shop' } }, []],
  ])('%s reaches only what it must', (_who, caller, ports) =>
    expect(openTo(caller)).toEqual(ports),
  );
});

describe('configuration', () => {
  test('token claims can be enabled: the hub accepts the URL that the access service registers', () => {
    const { webhookInternalHosts, webhookPlainHttpHosts, webhookPlatformUrls, serviceHosts } =
      hubSettings();
    const { enrichmentUrl } = fgaSettings();
    const { hostname, protocol, pathname } = new URL(enrichmentUrl);
    expect([
      webhookInternalHosts.has(hostname),
      webhookPlainHttpHosts.has(hostname) || protocol === 'https:',
      webhookPlatformUrls.has(enrichmentUrl),
    ]).toEqual([true, true, true]);
    expect([...gatewaySettings().internalExempt]).toContain(pathname);
    expect([...serviceHosts]).toContain(new URL(settings('fga').jwksUri).hostname);
  });

  test('secrets come from Secrets, and the files contain none', () => {
    const secret = new Set(
      Object.entries(properties)
        .filter(([, one]) => 'secret' in one && one.secret)
        .map(([property]) => environmentName(property)),
    );
    const kept = kustomization(baseFolder);
    expect([
      ofKind(installation, 'Secret'),
      Object.values({ ...installation.configMaps, ...kept.configMaps }).flatMap((map) =>
        Object.keys(map).filter((key) => secret.has(key)),
      ),
    ]).toEqual([[], []]);
    const given = ofKind(installation, 'Deployment').flatMap(toldIn);
    expect(given.filter(({ name, value }) => secret.has(name) && value !== undefined)).toEqual([]);
  });

  test('the gateway is stateless: it has no database and no key', () => {
    expect(
      Object.keys(environmentOf(deploymentOf('gateway'), installation, someSecret)).filter(
        (variable) => /DATABASE|SECRETS/.test(variable),
      ),
    ).toEqual([]);
  });

  test('each channel has the same cluster issuer', () => {
    const told = Object.entries(installation.configMaps['platform-site'] ?? {}).filter(
      ([variable]) => variable.endsWith('CLUSTER_ISSUER'),
    );
    const { applicationsEnabled, tenancyEnabled } = hubSettings();
    expect([applicationsEnabled, tenancyEnabled, gatewaySettings().internalEnabled]).toEqual([
      true,
      true,
      true,
    ]);
    expect(told.map(([variable]) => variable).sort()).toEqual(
      [
        'platform.applications.service-identity.cluster.issuer',
        'platform.capability.operator.service-identity.cluster.issuer',
        'platform.product-api.internal-auth.cluster.issuer',
        'platform.rpc.service-identity.cluster.issuer',
        'platform.tenancy.service-identity.cluster.issuer',
      ].map(environmentName),
    );
    expect(new Set(told.map(([, issuer]) => issuer)).size).toBe(1);
  });
});

describe('the ingress', () => {
  const ingress = manifestNamed(installation, 'Ingress', 'platform');
  const host = (url: string): string => new URL(url).hostname;
  const { issuer, platformDomain, publicBaseUrl } = gatewaySettings();
  const tenant = `acme${platformDomain}`;

  test.each([
    ['/api/v1', 'product-api'],
    ['/scim/v2/dir/Users', 'product-api'],
    ['/ssf/streams', 'product-api'],
    ['/.well-known/ssf-configuration', 'product-api'],
    ['/.well-known/oauth-protected-resource', 'product-api'],
    ['/.well-known/oauth-protected-resource/api/v1', 'product-api'],
    ['/.well-known/oauth-protected-resource/apr_01m7vqhvjpfrhtg5g075cmmcw9', 'hub'],
    ['/openapi.json', 'product-api'],
    ['/openapi.yaml', 'product-api'],
    ['/oauth2/token', 'hub'],
    ['/.well-known/openid-configuration', 'hub'],
    ['/activate', 'hub'],
    ['/api/v2', 'hub'],
    ['/', 'hub'],
    ['/internal', 'nobody'],
    ['/internal/applications', 'nobody'],
    ['/admin', 'nobody'],
    ['/admin/dsar/usr_1', 'nobody'],
    ['/internals', 'hub'],
    ['/account', 'hub'],
    ['/console/users', 'hub'],
    ['/web/session', 'hub'],
    ['/web/assets/account-x.js', 'hub'],
  ])("sends %s of a tenant's host to %s, as does the edge of one machine", (path, service) => {
    expect(routed(ingress, tenant, path)).toBe(service);
    expect(edgeTarget(path)).toBe(service === 'product-api' ? 'gateway' : service);
  });

  test("routes every operation to the gateway, on the API's and the tenants' hosts", () => {
    const paths = [
      ...catalogue.map(({ operation }) => operation.path),
      ...surfaceRoutes
        .filter(({ surface }) => surface === 'ssf' || surface === 'scim')
        .map(({ path }) => path),
    ].map((path) => path.replace(/\{[^}]*\}/g, 'x'));
    for (const at of [host(publicBaseUrl), tenant])
      expect(paths.filter((path) => routed(ingress, at, path) !== 'product-api')).toEqual([]);
    expect(paths.length).toBeGreaterThan(50);
  });

  test('does not route /internal and /admin on any host, or unknown hosts', () => {
    const inside = [
      '/internal',
      '/admin',
      ...surfaceRoutes
        .filter(({ surface }) => surface === 'internal' || surface === 'admin')
        .map(({ path }) => path),
    ];
    for (const at of [host(publicBaseUrl), host(issuer), tenant, 'other.example.com'])
      for (const path of inside) expect([undefined, 'nobody']).toContain(routed(ingress, at, path));
    expect(
      ofKind(installation, 'Deployment').filter(({ spec }) =>
        selectsLabels(
          { matchLabels: manifestNamed(installation, 'Service', 'nobody').spec.selector },
          spec.template.metadata.labels,
        ),
      ),
    ).toEqual([]);
    expect(routed(ingress, 'a.b.id.example.com', '/')).toBeUndefined();
  });

  test('has a certificate for each of its hosts, and the hosts in the configuration', () => {
    const hosts = ingress.spec.rules.map((one: { host: string }) => one.host);
    expect(new Set(ingress.spec.tls.flatMap((one: { hosts: string[] }) => one.hosts))).toEqual(
      new Set(hosts),
    );
    expect(new Set(hosts)).toEqual(
      new Set([host(publicBaseUrl), host(issuer), `*${platformDomain}`]),
    );
  });
});

describe('the image', () => {
  const flags = readFileSync(new URL('deploy/node-flags', repository), 'utf8');
  const command = fileURLToPath(new URL('deploy/platform', repository));

  test.each(SERVICES)('contains %s', (name) => {
    const folder = name === 'gateway' ? name : `services/${name}`;
    expect(existsSync(new URL(`${folder}/src/main.ts`, repository))).toBe(true);
  });

  // What each init container starts is tested in migrate.test.ts.
  test.each(['gateway', 'outbound'])('starts %s', (name) => {
    const started = spawnSync(command, [name], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    });
    expect([started.status, started.stderr]).toEqual([
      1,
      expect.stringContaining('platform.hub.issuer: required'),
    ]);
  });

  test('sets Node flags only for processes that exist, once for each', () => {
    const names = flags
      .trim()
      .split('\n')
      .map((line) => line.split(' ', 1)[0] as string);
    expect(names).toEqual([...new Set(names)]);
    expect(names.filter((name) => !SERVICES.includes(name as PortedService))).toEqual([]);
  });

  test('runs platformctl, and lists the other processes', () => {
    expect(spawnSync(command, ['platformctl', '--help'], { encoding: 'utf8' }).stdout).toContain(
      'Create, show and change tenants',
    );
    for (const name of ['shop', '../gateway', ''])
      expect(spawnSync(command, [name], { encoding: 'utf8' })).toMatchObject({
        status: 64,
        stderr: expect.stringContaining([...contextNames].sort().join(', ')),
      });
  });

  test('is used by every Deployment, and set by the overlay', () => {
    expect(
      new Set(ofKind(installation, 'Deployment').map((one) => containerOf(one).image)),
    ).toEqual(new Set(installation.images.map(({ name }) => name)));
    expect(new Set(installation.images.map(({ newTag }) => newTag)).has('latest')).toBe(false);
  });
});

test('autoscaling refers to existing Deployments', () => {
  const scaled = ofKind(installation, 'HorizontalPodAutoscaler');
  for (const { spec } of scaled)
    expect([
      manifestNamed(installation, 'Deployment', spec.scaleTargetRef.name).kind,
      spec.minReplicas > 1,
      spec.maxReplicas > spec.minReplicas,
    ]).toEqual(['Deployment', true, true]);
  // An autoscaler and a number of replicas would undo each other at every apply.
  expect(
    ofKind(installation, 'Deployment')
      .filter(({ spec }) => spec.replicas === undefined)
      .map(({ metadata }) => metadata.name)
      .sort(),
  ).toEqual(scaled.map(({ spec }) => spec.scaleTargetRef.name).sort());
});
