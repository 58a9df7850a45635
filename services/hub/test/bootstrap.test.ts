import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { allScopes, defaultTenantId } from '@platform/contracts';
import { prepareServiceDatabase } from '@platform/dev/database-roles';
import type { Row } from '@platform/kit/database';
import { eventually } from '@platform/testkit/eventually';
import { sendRaw } from '@platform/testkit/http';
import { pino } from 'pino';
import { hubUnderTest } from './hub-under-test.ts';
import type { HubUnderTest } from './hub-under-test.ts';

let hub: HubUnderTest;
const demoSecret = 'd'.repeat(40);
const system = { type: 'system', id: 'test' } as const;
const rows = <R extends Row<R>>(sql: string, tenantId = defaultTenantId) =>
  hub.pod.platform.db.read({ tenantId, actor: system }, (tx) => tx.rows<R>(sql));

beforeAll(async () => {
  hub = await hubUnderTest({
    'platform.hub.bootstrap.demo-tenant': 'true',
    'platform.hub.bootstrap.demo-client-secret': demoSecret,
  });
});
afterAll(() => hub.stop());

const demoToken = (port: number, secret = demoSecret) =>
  sendRaw(port, '/oauth2/token', {
    host: 'demo.platform.localhost',
    basic: ['demo-admin', secret],
    form: { grant_type: 'client_credentials', scope: 'tenant:users.read' },
  });

describe('the start of a hub', () => {
  it('creates the default tenant and its clients', async () => {
    const clients = await rows<{ clientId: string; isPlatform: boolean }>(
      'SELECT client_id, is_platform FROM application ORDER BY client_id',
    );
    expect(clients.map((c) => c.clientId)).toEqual([
      'broker-provisioner',
      'delegation-issuer',
      'platform-cli',
      'product-api-internal',
      'self-service-bff',
    ]);
    expect(clients.every((c) => c.isPlatform)).toBe(true);
    expect((await hub.tenants().GetTenant({ tenantId: defaultTenantId })).isDefault).toBe(true);
  });

  it('creates the demo tenant, whose client has every tenant scope', async () => {
    expect((await demoToken(hub.pod.httpPort)).body.scope).toBe('tenant:users.read');
    const demo = await hub.tenants().GetTenant({ slug: 'demo' });
    const [client] = await rows<{ allowedScopes: string[] }>(
      'SELECT allowed_scopes FROM application',
      demo.id,
    );
    expect([...client!.allowedScopes].sort()).toEqual(
      allScopes.filter((s) => s.startsWith('tenant:')).sort(),
    );
  });

  it('is idempotent, even for several concurrent pods', async () => {
    const before = await hub.pod.platform.db.work((tx) =>
      tx.rows('SELECT id, updated_at FROM tenant ORDER BY id'),
    );
    const pods = await Promise.all(['a', 'b', 'c'].map((holder) => hub.startPod(holder)));
    expect(
      await hub.pod.platform.db.work((tx) =>
        tx.rows('SELECT id, updated_at FROM tenant ORDER BY id'),
      ),
    ).toEqual(before);
    expect(await rows('SELECT 1 FROM signing_key')).toHaveLength(3);
    expect(
      (await Promise.all(pods.map((pod) => demoToken(pod.httpPort)))).map((a) => a.status),
    ).toEqual([200, 200, 200]);
  });

  it('grants scopes that are new in a release', async () => {
    await hub.pod.platform.db.transact({ tenantId: defaultTenantId, actor: system }, (tx) =>
      tx.execute(
        `UPDATE application SET allowed_scopes = '{openid,profile,email,offline_access,own:scope}' WHERE client_id = 'self-service-bff'`,
      ),
    );
    await hub.startPod('released');
    const [client] = await rows<{ allowedScopes: string[] }>(
      `SELECT allowed_scopes FROM application WHERE client_id = 'self-service-bff'`,
    );
    expect(client!.allowedScopes).toEqual(
      expect.arrayContaining(['own:scope', 'tenant:users.write']),
    );
  });
});

describe('a fresh installation', () => {
  it('works with production roles, which own no tables and bypass no row security', async () => {
    const fresh = await hubUnderTest({}, { pods: 0 });
    try {
      const { url, migrationUrl } = await prepareServiceDatabase(fresh.around.database.url, 'hub');
      await fresh.startPod('first', {
        'platform.database.url': url,
        'platform.database.migration-url': migrationUrl,
        'platform.hub.bootstrap.demo-tenant': 'true',
        'platform.hub.bootstrap.demo-client-secret': demoSecret,
      });
      expect((await demoToken(fresh.pod.httpPort)).status).toBe(200);
      const acme = await fresh.makeTenant('acme');
      const token = (await fresh.token(acme)).body.access_token as string;
      await fresh.pod.platform.trust.verifyBearer(`Bearer ${token}`);
      expect((await fresh.tenants().ListTenants({})).tenants).toHaveLength(3);
      expect(
        (await fresh.tenants().SetState({ tenantId: acme.id, state: 'suspended' })).state,
      ).toBe('suspended');
      expect((await fresh.tenants().DeleteTenant({ tenantId: acme.id })).state).toBe('deleting');
      expect((await fresh.tenants().RotateKeys({})).kids).toHaveLength(3);
      const { db } = fresh.pod.platform;
      const seen = (tenantId: string) =>
        db.read({ tenantId, actor: system }, async (tx) =>
          Promise.all(
            ['tenant', 'slug_reservation', 'application', 'application_secret', 'token_cutoff'].map(
              async (table) => (await tx.rows(`SELECT 1 FROM ${table}`)).length,
            ),
          ),
        );
      expect(await seen(acme.id)).toEqual([1, 1, 1, 1, 1]);
      expect(await seen('tnt_01h455vb4pex5vsknk084sn02q')).toEqual([0, 0, 0, 0, 0]);
    } finally {
      await fresh.stop();
    }
  });

  it('is initialized once by three concurrent pods', async () => {
    const fresh = await hubUnderTest(
      {
        'platform.hub.bootstrap.demo-tenant': 'true',
        'platform.hub.bootstrap.demo-client-secret': demoSecret,
      },
      { pods: 0 },
    );
    try {
      const pods = await Promise.all([1, 2, 3].map((n) => fresh.startPod(`pod-${n}`)));
      expect(
        (await Promise.all(pods.map((pod) => demoToken(pod.httpPort)))).map((a) => a.status),
      ).toEqual([200, 200, 200]);
      const { db } = fresh.pod.platform;
      expect(await db.work((tx) => tx.rows('SELECT slug FROM tenant ORDER BY slug'))).toEqual([
        { slug: 'default' },
        { slug: 'demo' },
      ]);
      const read = (sql: string) =>
        db.read({ tenantId: defaultTenantId, actor: system }, (tx) => tx.rows(sql));
      expect(await read('SELECT 1 FROM signing_key')).toHaveLength(3);
      expect(await read('SELECT 1 FROM application')).toHaveLength(5);
      expect(
        await read(`SELECT 1 FROM outbox WHERE subject = 'platform.tenant.created'`),
      ).toHaveLength(1);
    } finally {
      await fresh.stop();
    }
  });
});

describe('secrets of infrastructure clients', () => {
  const [first, second, third] = ['1', '2', '3'].map((c) => c.repeat(40)) as [
    string,
    string,
    string,
  ];
  const set = (secret: string, more: Record<string, string> = {}) => ({
    'platform.hub.infra-secret-reconciler.broker-provisioner-secret': secret,
    ...more,
  });
  /** Whether a secret is valid. Retries a 503, which a busy machine can return. */
  const works = async (secret: string): Promise<boolean> => {
    const status = await eventually(async () => {
      const answer = await hub.ask('/oauth2/token', {
        basic: ['broker-provisioner', secret],
        form: { grant_type: 'client_credentials' },
      });
      expect([200, 401]).toContain(answer.status);
      return answer.status;
    });
    return status === 200;
  };

  it('are set, and the previous secret stays valid for a while', async () => {
    await hub.startPod('s1', set(first));
    expect(await works(first)).toBe(true);
    await hub.startPod('s2', set(second));
    expect([await works(first), await works(second)]).toEqual([true, true]);
    await hub.startPod('s3', set(second));
    expect([await works(first), await works(second)]).toEqual([true, true]);
    await hub.startPod('s4', set(third));
    expect([await works(first), await works(second), await works(third)]).toEqual([
      false,
      true,
      true,
    ]);
    await hub.startPod(
      's5',
      set(first, { 'platform.hub.infra-secret-reconciler.previous-secret-grace': '0s' }),
    );
    expect([await works(first), await works(second), await works(third)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('are not changed if nothing is configured', async () => {
    await hub.startPod('s6');
    expect(await works(first)).toBe(true);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'a short secret',
      { 'platform.hub.infra-secret-reconciler.cli-secret': 'short' },
      /at least 32 characters/,
    ],
    [
      'one secret for two clients',
      { 'platform.hub.infra-secret-reconciler.cli-secret': first, ...set(first) },
      /one secret is set for two clients/,
    ],
    [
      'a missing required secret',
      { 'platform.hub.infra-secret-reconciler.require-product-api-internal-secret': 'true' },
      /product-api-internal-secret: required/,
    ],
    [
      "a host under the platform's domain",
      { 'platform.tenancy.default-tenant-hosts': 'acme.platform.localhost' },
      /reserved for tenants/,
    ],
    [
      'an issuer with a path',
      { 'platform.hub.issuer': 'https://id.test/auth' },
      /must have no path/,
    ],
    [
      'a proxy that is not a network',
      { 'platform.hub.trusted-proxies': '10.0.0.0/8,proxy' },
      /trusted-proxies: "proxy"/,
    ],
    ['different domains', { 'platform.tenancy.platform-domain': '.other.test' }, /must be equal/],
  ])(
    'prevent startup without being printed if the configuration has %s',
    async (_, properties, message) => {
      const error = await hub.startPod('never', properties).then(
        () => undefined,
        (e: Error) => e,
      );
      expect(error?.message).toMatch(message);
      expect(error?.message).not.toContain(first);
    },
  );

  it('are printed once if they were generated, and never logged', async () => {
    const lines: string[] = [];
    const print = vi
      .spyOn(process.stdout, 'write')
      .mockImplementation((line) => lines.push(String(line)) > 0);
    const log: string[] = [];
    const logger = pino(
      { level: 'trace' },
      new Writable({ write: (chunk, _encoding, done) => (log.push(String(chunk)), done()) }),
    );
    let random: HubUnderTest | undefined;
    try {
      random = await hubUnderTest({}, { pods: 0 });
      const pods = await Promise.all(
        ['x', 'y'].map((holder) =>
          random!.startPod(
            holder,
            { 'platform.hub.bootstrap.demo-tenant': 'true', ...set(third) },
            logger,
          ),
        ),
      );
      const printed = lines.filter((line) => line.includes('demo-admin'));
      expect(printed).toHaveLength(1);
      const secret = /secret (\S{43})\n$/.exec(printed[0] as string)?.[1] as string;
      expect((await demoToken(pods[0]!.httpPort, secret)).status).toBe(200);
      await demoToken(pods[0]!.httpPort, 'a-wrong-secret-that-was-typed');
      await sendRaw(pods[0]!.httpPort, '/oauth2/token', {
        host: 'localhost',
        form: {
          grant_type: 'client_credentials',
          client_id: 'broker-provisioner',
          client_secret: third,
        },
      });
      expect(log.length).toBeGreaterThan(0);
      for (const secretValue of [secret, third, 'a-wrong-secret-that-was-typed'])
        expect(log.join('')).not.toContain(secretValue);
    } finally {
      print.mockRestore();
      await random?.stop();
    }
  });
});

describe('scope conformance', () => {
  const ready = (port: number) => sendRaw(port, '/readyz');

  it('prevents readiness if configured, and reports the gap', async () => {
    const properties = {
      'platform.hub.scope-conformance.expected-scopes':
        '{"platform-cli":["openid","made:up"],"nobody":["openid"]}',
    };
    const lenient = await hub.startPod('lenient', properties);
    await eventually(async () => (await ready(lenient.adminPort)).status === 200);
    expect(await lenient.platform.metrics.registry.metrics()).toMatch(
      /hub_scope_gaps\{service="hub"\} 2/,
    );
    const strict = await hub.startPod('strict', {
      ...properties,
      'platform.hub.scope-conformance.fail-on-gap': 'true',
    });
    const answer = await ready(strict.adminPort);
    expect([answer.status, answer.body.checks['scope-conformance']]).toEqual([
      503,
      'platform-cli: scopes (made:up); nobody: missing (openid)',
    ]);
  });

  it('finds a missing platform client', async () => {
    const pod = await hub.startPod('listed', {
      'platform.hub.platform-client-ids': 'self-service-bff,never-made',
      'platform.hub.scope-conformance.fail-on-gap': 'true',
    });
    expect((await ready(pod.adminPort)).body.checks['scope-conformance']).toBe(
      'never-made: missing',
    );
  });

  it('passes for the clients created at startup', async () => {
    expect((await ready(hub.pod.adminPort)).status).toBe(200);
    expect(await hub.pod.platform.metrics.registry.metrics()).toMatch(
      /hub_scope_gaps\{service="hub"\} 0/,
    );
  });
});
