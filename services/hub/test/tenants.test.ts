import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultTenantId } from '@platform/contracts';
import { patientPeer } from '@platform/testkit/patient-peer';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import { sendRaw } from '@platform/testkit/http';
import { decodeJwt } from 'jose';
import { hubUnderTest } from './hub-under-test.ts';
import type { HubUnderTest } from './hub-under-test.ts';

let hub: HubUnderTest;
const provisionerSecret = 'p'.repeat(40);
const internalSecret = 'i'.repeat(40);

beforeAll(async () => {
  hub = await hubUnderTest({
    'platform.hub.infra-secret-reconciler.broker-provisioner-secret': provisionerSecret,
    'platform.hub.infra-secret-reconciler.product-api-internal-secret': internalSecret,
  });
});
afterAll(() => hub.stop());

const create = (slug: string, more: object = {}) =>
  hub.tenants().CreateTenant({ requestId: newId('request'), slug, name: 'A name', ...more });
const bearerOf = async (clientId: string, secret: string): Promise<string> =>
  (
    await hub.ask('/oauth2/token', {
      basic: [clientId, secret],
      form: { grant_type: 'client_credentials' },
    })
  ).body.access_token as string;
const events = (tenantId: string) =>
  hub.pod.platform.db.read(
    { tenantId, actor: { type: 'system', id: 'test' } },
    async (tx) =>
      await tx.rows<{ subject: string; envelope: { data?: { type: string; data: any } } }>(
        'SELECT subject, envelope FROM outbox ORDER BY position',
      ),
  );
const typesOf = async (tenantId: string) =>
  (await events(tenantId)).map((row) =>
    row.subject.replace(/^audit\.\d+\.[^.]+\./, 'audit ').replace(/^events\.\d+\.[^.]+\./, ''),
  );

describe('CreateTenant', () => {
  it('creates a tenant, its first client and the event in one transaction', async () => {
    const { tenant, clientId, clientSecret } = await create('initech', {
      adminClient: true,
      contactEmail: 'ops@initech.test',
      region: 'eu',
    });
    expect(tenant).toMatchObject({
      slug: 'initech',
      name: 'A name',
      mode: 'live',
      state: 'active',
      issuer: 'http://initech.platform.localhost:18080',
      isDefault: false,
      contactEmail: 'ops@initech.test',
      region: 'eu',
    });
    expect([clientId, clientSecret.length]).toEqual(['tenant-admin', 43]);
    expect(await typesOf(tenant!.id)).toEqual([
      'platform.tenant.created',
      'client.created',
      'client.secret_created',
      'audit tenantCreate',
    ]);
    expect((await events(tenant!.id))[0]?.envelope.data?.data.tenant).toMatchObject({
      id: tenant!.id,
      slug: 'initech',
      owner: { type: 'client', id: 'tenant-admin' },
    });
    expect(JSON.stringify(await events(tenant!.id))).not.toContain(clientSecret);
    const answer = await hub.token({
      id: tenant!.id,
      slug: 'initech',
      issuer: tenant!.issuer,
      host: 'initech.platform.localhost',
      clientId,
      clientSecret,
    });
    expect(answer.status).toBe(200);
  });

  it('names the first administrator in the event, which the directory and fga follow', async () => {
    const { tenant } = await create('invited', { adminEmail: 'ada@example.com' });
    const [created] = await events(tenant!.id);
    const { administrator, tenant: published } = created?.envelope.data?.data ?? {};
    expect(administrator).toEqual({
      id: expect.stringMatching(/^usr_/) as string,
      email: 'ada@example.com',
    });
    expect(published.owner).toEqual({ type: 'user', id: administrator.id });
    const { tenant: both } = await create('both', { adminEmail: 'a@b.example', adminClient: true });
    const [second] = await events(both!.id);
    expect(second?.envelope.data?.data).toMatchObject({
      tenant: { owner: { type: 'client', id: 'tenant-admin' } },
      administrator: { email: 'a@b.example' },
    });
  });

  it('invites one administrator if the request is repeated because its answer was lost', async () => {
    const request = {
      requestId: newId('request'),
      slug: 'lost-answer',
      name: 'Lost',
      adminEmail: 'ada@example.com',
    };
    const [first, second] = await Promise.all(
      [1, 2].map(() => hub.tenants().CreateTenant(request)),
    );
    expect(second).toEqual(first);
    const types = await typesOf(first!.tenant!.id);
    expect(types.filter((type) => type === 'platform.tenant.created')).toHaveLength(1);
    await expect(
      hub.tenants().CreateTenant({ ...request, adminEmail: 'eve@example.com' }),
    ).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it.each([
    ['ada', 'malformed-a'],
    ['ada@localhost', 'malformed-b'],
    ['ada@example.com, eve@example.com', 'malformed-c'],
  ])('reserves nothing if the address of the administrator is %s', async (adminEmail, slug) => {
    await expect(create(slug, { adminEmail })).rejects.toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ pointer: '/adminEmail' }] },
    });
    expect((await create(slug)).tenant?.slug).toBe(slug);
  });

  it('is idempotent: a repeated request returns the first response', async () => {
    const request = {
      requestId: newId('request'),
      slug: 'repeated',
      name: 'Repeated',
      adminClient: true,
    };
    const answers = await Promise.all([1, 2, 3].map(() => hub.tenants().CreateTenant(request)));
    expect(new Set(answers.map((a) => JSON.stringify(a))).size).toBe(1);
    expect(await hub.tenants().CreateTenant(request)).toEqual(answers[0]);
    await expect(hub.tenants().CreateTenant({ ...request, name: 'Other' })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  it('stores the secret encrypted', async () => {
    const { clientSecret } = await create('sealed', { adminClient: true });
    const rows = await hub.pod.platform.db.work((tx) =>
      tx.rows<{ answer: string }>('SELECT answer FROM tenant_request'),
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(
      rows.every((row) => row.answer.startsWith('v1.k1.') && !row.answer.includes(clientSecret)),
    ).toBe(true);
  });

  it('assigns a slug to only one of several concurrent requests', async () => {
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => create('wanted')));
    expect(results.filter((r) => r.status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'already_exists' });
    const found = await hub.pod.platform.db.work((tx) =>
      tx.rows(`SELECT id FROM tenant WHERE slug = 'wanted'`),
    );
    expect(found).toHaveLength(1);
  });

  it.each([
    ['an upper-case slug', { slug: 'Acme' }],
    ['a short slug', { slug: 'ab' }],
    ['a slug with two hyphens', { slug: 'acme--test' }],
    ['a slug that ends with a hyphen', { slug: 'acme-' }],
    ['a slug that starts with a digit', { slug: '1acme' }],
    ['a long slug', { slug: 'a'.repeat(41) }],
    ['a dot', { slug: 'a.b.c' }],
    ...[
      'www',
      'api',
      'platform',
      'default',
      'localhost',
      'test',
      'demo',
      'hub',
      'gateway',
      'ssf',
    ].map((slug): [string, object] => [`the reserved slug ${slug}`, { slug }]),
    ['no name', { slug: 'nameless', name: ' ' }],
    ['a long name', { slug: 'long-name', name: 'x'.repeat(121) }],
    ['an invalid address', { slug: 'bad-mail', contactEmail: 'nobody' }],
    ['an unknown mode', { slug: 'bad-mode', mode: 'staging' }],
    ['a test tenant without a parent', { slug: '', mode: 'test' }],
    ['a live tenant with a parent', { slug: 'child', parentTenantId: defaultTenantId }],
    ['a short request id', { slug: 'short-id', requestId: 'x' }],
  ])('rejects %s', async (_, more) => {
    await expect(create('usual', more)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it('creates one test tenant per live tenant, with its own label', async () => {
    const live = (await create('parent')).tenant!;
    const { tenant, clientSecret, clientId } = await create('', {
      mode: 'test',
      parentTenantId: live.id,
      adminClient: true,
    });
    expect(tenant).toMatchObject({
      slug: 'parent',
      mode: 'test',
      issuer: 'http://parent--test.platform.localhost:18080',
      parentTenantId: live.id,
    });
    expect((await hub.tenants().GetTenant({ slug: 'parent--test' })).id).toBe(tenant!.id);
    expect((await hub.tenants().GetTenant({ slug: 'parent' })).id).toBe(live.id);
    await expect(create('', { mode: 'test', parentTenantId: live.id })).rejects.toMatchObject({
      code: 'already_exists',
    });
    await expect(create('', { mode: 'test', parentTenantId: tenant!.id })).rejects.toMatchObject({
      code: 'validation_failed',
    });
    const answer = await hub.token({
      id: tenant!.id,
      slug: 'parent',
      issuer: tenant!.issuer,
      host: 'parent--test.platform.localhost',
      clientId,
      clientSecret,
    });
    expect(decodeJwt(answer.body.access_token)).toMatchObject({
      iss: tenant!.issuer,
      tnt: tenant!.id,
    });
    expect(
      (await hub.pod.platform.trust.verifyBearer(`Bearer ${answer.body.access_token}`)).principal
        .tenantId,
    ).toBe(tenant!.id);
    expect((await hub.pod.platform.trust.tenants.bySlug('parent'))?.id).toBe(live.id);
  });
});

describe('GetTenant', () => {
  it('finds the default tenant', async () => {
    expect(await hub.tenants('directory').GetTenant({ tenantId: defaultTenantId })).toMatchObject({
      slug: 'default',
      isDefault: true,
      issuer: 'http://localhost:18080',
      state: 'active',
    });
  });
  it.each([{ slug: 'nobody' }, { tenantId: 'tnt_01h455vb4pex5vsknk084sn02q' }, {}])(
    'does not find %j',
    async (by) => {
      await expect(hub.tenants('outbound').GetTenant(by)).rejects.toMatchObject({
        code: 'not_found',
      });
    },
  );
});

describe('the authorization of the tenants RPC', () => {
  it('allows lookups for every service, and everything else only for operators', async () => {
    const services = hub.tenants('directory');
    await expect(services.ListTenants({})).rejects.toMatchObject({ code: 'caller_not_allowed' });
    await expect(
      services.CreateTenant({ requestId: newId('request'), slug: 'mine', name: 'x' }),
    ).rejects.toMatchObject({ code: 'caller_not_allowed' });
    await expect(services.RotateKeys({})).rejects.toMatchObject({ code: 'caller_not_allowed' });
    await expect(services.DeleteTenant({ tenantId: defaultTenantId })).rejects.toMatchObject({
      code: 'caller_not_allowed',
    });
  });

  it('rejects calls without a token', async () => {
    const peer = patientPeer({ address: `127.0.0.1:${hub.pod.rpcPort}`, token: async () => 'x' });
    await expect(
      peer.service('platform.hub.v1.Tenants').GetTenant({ slug: 'initech' }),
    ).rejects.toMatchObject({ code: 'token_invalid' });
    peer.close();
  });

  it("accepts a bearer token of the platform's issuer with the scope", async () => {
    const peer = patientPeer({
      address: `127.0.0.1:${hub.pod.rpcPort}`,
      token: async () => 'none',
    });
    const tenants = peer.service('platform.hub.v1.Tenants');
    const by = (bearer: string) => ({ headers: { 'x-platform-bearer': bearer } });
    const writer = await bearerOf('broker-provisioner', provisionerSecret);
    const reader = await bearerOf('product-api-internal', internalSecret);
    const { tenant } = await tenants.CreateTenant(
      { requestId: newId('request'), slug: 'provisioned', name: 'x' },
      by(`Bearer ${writer}`),
    );
    expect((await events(tenant!.id))[0]?.envelope.data).toMatchObject({
      actor: { type: 'client', id: 'broker-provisioner' },
    });
    expect((await tenants.ListTenants({ limit: 1 }, by(reader))).tenants).toHaveLength(1);
    expect((await tenants.GetTenant({ tenantId: tenant!.id }, by(reader))).slug).toBe(
      'provisioned',
    );
    await expect(
      tenants.SetLimits(
        { tenantId: tenant!.id, limits: { tenantRequestsPerMinute: 1 } },
        by(reader),
      ),
    ).rejects.toMatchObject({ code: 'insufficient_scope' });
    expect(
      (
        await tenants.SetLimits(
          { tenantId: tenant!.id, limits: { tenantRequestsPerMinute: 1 } },
          by(writer),
        )
      ).limits,
    ).toMatchObject({ tenantRequestsPerMinute: 1 });
    await expect(
      tenants.CreateTenant({ requestId: newId('request'), slug: 'refused', name: 'x' }, by(reader)),
    ).rejects.toMatchObject({ code: 'insufficient_scope' });
    const own = await hub.makeTenant('outsider');
    const foreign = (await hub.token(own)).body.access_token as string;
    await expect(tenants.ListTenants({}, by(foreign))).rejects.toMatchObject({
      code: 'tenant_mismatch',
    });
    await expect(tenants.ListTenants({}, by('x'))).rejects.toMatchObject({ code: 'token_invalid' });
    peer.close();
  });

  it('rejects all calls on a disabled channel', async () => {
    const closed = await hub.startPod('closed', {
      'platform.tenancy.service-identity.cluster.enabled': 'false',
    });
    await expect(hub.tenants('platform-operator', closed).ListTenants({})).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(
      (await hub.tenants('directory', closed).GetTenant({ tenantId: defaultTenantId })).slug,
    ).toBe('default');
  });
});

describe('ListTenants', () => {
  it('pages through all of them, each once', async () => {
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await hub.tenants().ListTenants({ limit: 3, cursor });
      expect(page.tenants.length).toBeLessThanOrEqual(3);
      seen.push(...page.tenants.map((t) => t.id));
      cursor = page.nextCursor;
    } while (cursor !== '');
    const count = await hub.pod.platform.db.work((tx) =>
      tx.row<{ n: number }>('SELECT count(*) AS n FROM tenant'),
    );
    expect([new Set(seen).size, seen.length]).toEqual([count!.n, count!.n]);
    await expect(hub.tenants().ListTenants({ cursor: 'x' })).rejects.toMatchObject({
      code: 'invalid_cursor',
    });
  });
});

describe('SetState and DeleteTenant', () => {
  it('suspend a tenant, so that tokens stop working within a second, and reactivate it, so that they work again', async () => {
    const tenant = await hub.makeTenant('umbrella');
    const token = (await hub.token(tenant)).body.access_token as string;
    const other = await hub.startPod('second');
    const { verifyBearer } = other.platform.trust;
    await verifyBearer(`Bearer ${token}`);
    expect(
      (
        await sendRaw(other.httpPort, '/oauth2/token', {
          host: tenant.host,
          basic: [tenant.clientId, tenant.clientSecret],
          form: { grant_type: 'client_credentials' },
        })
      ).status,
    ).toBe(200);

    expect((await hub.tenants().SetState({ tenantId: tenant.id, state: 'suspended' })).state).toBe(
      'suspended',
    );
    await eventually(
      () =>
        verifyBearer(`Bearer ${token}`).then((verified) => verified.tenant.state === 'suspended'),
      { withinMs: 1_000 },
    );
    const refused = await hub.token(tenant);
    expect([refused.status, refused.body.error]).toEqual([403, 'access_denied']);
    expect(
      (
        await sendRaw(other.httpPort, '/oauth2/token', {
          host: tenant.host,
          basic: [tenant.clientId, tenant.clientSecret],
          form: { grant_type: 'client_credentials' },
        })
      ).status,
    ).toBe(403);
    expect((await hub.ask('/oauth2/jwks', { host: tenant.host })).status).toBe(200);

    expect((await hub.tenants().SetState({ tenantId: tenant.id, state: 'active' })).state).toBe(
      'active',
    );
    expect((await hub.tenants().SetState({ tenantId: tenant.id, state: 'active' })).state).toBe(
      'active',
    );
    await eventually(() =>
      verifyBearer(`Bearer ${token}`).then((verified) => verified.tenant.state === 'active'),
    );
    await eventually(async () => (await hub.token(tenant)).status === 200);
    expect((await typesOf(tenant.id)).filter((type) => type.startsWith('platform.'))).toEqual([
      'platform.tenant.created',
      'platform.tenant.suspended',
      'platform.tenant.reactivated',
    ]);
  });

  it('delete a tenant with its test tenant, and restore both as suspended', async () => {
    const live = (await create('soylent')).tenant!;
    const twin = (await create('', { mode: 'test', parentTenantId: live.id })).tenant!;
    const stateOf = async (tenantId: string) => (await hub.tenants().GetTenant({ tenantId })).state;
    const deleting = await hub.tenants().DeleteTenant({ tenantId: live.id });
    expect([deleting.state, deleting.deletedAt !== '', await stateOf(twin.id)]).toEqual([
      'deleting',
      true,
      'deleting',
    ]);
    await expect(
      hub.tenants().SetState({ tenantId: live.id, state: 'active' }),
    ).rejects.toMatchObject({ code: 'invalid_state' });
    await expect(
      hub.tenants().SetState({ tenantId: twin.id, state: 'suspended' }),
    ).rejects.toMatchObject({ code: 'invalid_state' });
    const restored = await hub.tenants().SetState({ tenantId: live.id, state: 'suspended' });
    expect([restored.state, restored.deletedAt, await stateOf(twin.id)]).toEqual([
      'suspended',
      '',
      'suspended',
    ]);
    await expect(create('soylent')).rejects.toMatchObject({ code: 'already_exists' });
  });

  it('do not change the default tenant', async () => {
    await expect(
      hub.tenants().SetState({ tenantId: defaultTenantId, state: 'suspended' }),
    ).rejects.toMatchObject({ code: 'invalid_state' });
    await expect(hub.tenants().DeleteTenant({ tenantId: defaultTenantId })).rejects.toMatchObject({
      code: 'invalid_state',
    });
    await expect(
      hub.tenants().SetState({ tenantId: defaultTenantId, state: 'deleted' }),
    ).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(hub.tenants().SetState({ tenantId: 'x', state: 'active' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(hub.tenants().DeleteTenant({ tenantId: newId('tenant') })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('lead to a purge after thirty days, after which only the name of the tenant remains', async () => {
    const tenant = await hub.makeTenant('vanished');
    await hub.tenants().DeleteTenant({ tenantId: tenant.id });
    const { db } = hub.pod.platform;
    await db.transact({ tenantId: tenant.id, actor: { type: 'system', id: 'test' } }, (tx) =>
      tx.execute(`UPDATE tenant SET deleted_at = now() - interval '31 days'`),
    );
    // Every table with data of tenants is purged, or its rows expire.
    const tables = await db.work((tx) =>
      tx.rows<{ name: string }>(
        `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
       WHERE n.nspname = 'hub' AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`,
      ),
    );
    const kits = [
      'consumed_event',
      'idempotency_key',
      'job',
      'outbox',
      'outbox_pending',
      'purged_tenant',
      'tenant_import',
    ];
    expect(tables.map((t) => t.name).filter((name) => !kits.includes(name))).toEqual([
      'account_consent',
      'account_link_intent',
      'activate_attempt',
      'api_client',
      'api_detail_type',
      'api_resource',
      'api_scope',
      'application',
      'application_secret',
      'claims_webhook',
      'data_subject_request',
      'device_poll',
      'federation_response',
      'ip_rule',
      'ip_rule_set',
      'login_session',
      'oidc_artifact',
      'rate_windows',
      'signing_key',
      'slug_reservation',
      'spent_assertion',
      'tenant_arrival',
      'tenant_request',
      'test_sign_in',
      'token_cutoff',
      'web_session',
    ]);
    const pod = await hub.startPod('purging');
    await eventually(async () =>
      (
        await hub.tenants('platform-operator', pod).GetTenant({ tenantId: tenant.id })
      ).purgedBy.includes('hub'),
    );
    expect(await hub.tenants().GetTenant({ tenantId: tenant.id })).toMatchObject({
      state: 'deleted',
      purgedBy: ['hub'],
      purgedAt: '',
    });
    expect(
      (await typesOf(tenant.id)).filter((type) => type.startsWith('platform.')).slice(-1),
    ).toEqual(['platform.tenant.deleted']);
    expect(
      await db.read({ tenantId: tenant.id, actor: { type: 'system', id: 'test' } }, (tx) =>
        tx.rows('SELECT 1 FROM application'),
      ),
    ).toEqual([]);
    await expect(create('vanished')).rejects.toMatchObject({ code: 'already_exists' });
    expect(
      (await sendRaw(pod.httpPort, '/.well-known/openid-configuration', { host: tenant.host }))
        .status,
    ).toBe(404);
  });
});

describe('ClearIpRules', () => {
  it('returns the number of deleted rules, and is audited', async () => {
    const tenant = await hub.makeTenant('locked-out');
    expect((await hub.tenants().ClearIpRules({ tenantId: tenant.id })).cleared).toBe(0);
    expect(await typesOf(tenant.id)).toContain('audit tenantIpRulesClear');
  });

  it('does not find a tenant that does not exist', async () => {
    await expect(hub.tenants().ClearIpRules({ tenantId: newId('tenant') })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('ResetAdminClient', () => {
  const reset = (tenantId: string, requestId = newId('request')) =>
    hub.tenants().ResetAdminClient({ tenantId, requestId });
  const change = (tenantId: string, sql: string) =>
    hub.pod.platform.db.transact({ tenantId, actor: { type: 'system', id: 'test' } }, (tx) =>
      tx.execute(sql, [tenantId]),
    );
  const newEvents = async (tenantId: string, work: () => Promise<unknown>) => {
    const before = (await typesOf(tenantId)).length;
    await work();
    return (await typesOf(tenantId)).slice(before);
  };
  const application = (tenantId: string) =>
    hub.pod.platform.db.read({ tenantId, actor: { type: 'system', id: 'test' } }, (tx) =>
      tx.row(
        `SELECT type, enabled, settings, deleted_at, allowed_scopes, (SELECT count(*)::int FROM application_secret) AS secrets
         FROM application WHERE client_id = 'tenant-admin'`,
      ),
    );
  const asNew = {
    type: 'm2m',
    enabled: true,
    settings: {},
    deletedAt: null,
    allowedScopes: expect.arrayContaining(['tenant:applications.write', 'tenant:users.read']),
    secrets: 1,
  };
  const gone = `UPDATE application SET deleted_at = now(), enabled = false, name = '', allowed_scopes = '{}' WHERE tenant_id = $1`;

  it("restores a tenant's deleted client, with one valid secret", async () => {
    const tenant = await hub.makeTenant('lost-admin');
    await change(tenant.id, 'DELETE FROM application_secret WHERE tenant_id = $1');
    await change(tenant.id, gone);
    expect((await hub.token(tenant)).status).toBe(401);
    let clientSecret = '';
    expect(
      await newEvents(tenant.id, async () => ({ clientSecret } = await reset(tenant.id))),
    ).toEqual(['client.created', 'client.secret_created', 'audit tenantAdminClientReset']);
    expect((await hub.token({ ...tenant, clientSecret })).status).toBe(200);
    expect(await application(tenant.id)).toEqual(asNew);
    expect(JSON.stringify(await events(tenant.id))).not.toContain(clientSecret);
  });

  it('enables a disabled client, restores its scopes and settings, and replaces its secrets', async () => {
    const tenant = await hub.makeTenant('locked-admin');
    await change(
      tenant.id,
      `UPDATE application SET enabled = false, allowed_scopes = '{custom:read}', settings = '{"accessTokenTtlSeconds": 60}' WHERE tenant_id = $1`,
    );
    let clientSecret = '';
    expect(
      await newEvents(tenant.id, async () => ({ clientSecret } = await reset(tenant.id))),
    ).toEqual([
      'client.updated',
      'client.enabled',
      'client.secret_deleted',
      'client.secret_created',
      'audit tenantAdminClientReset',
    ]);
    expect((await hub.token(tenant)).status).toBe(401);
    expect((await hub.token({ ...tenant, clientSecret })).status).toBe(200);
    expect(await application(tenant.id)).toEqual({
      ...asNew,
      allowedScopes: expect.arrayContaining(['custom:read', 'tenant:applications.write']),
    });
  });

  it('creates the client for a tenant that never had one, or has an application of another type with its name', async () => {
    const { tenant } = await create('no-admin');
    const id = tenant!.id;
    await reset(id);
    expect(await application(id)).toEqual(asNew);
    await change(id, `UPDATE application SET type = 'spa' WHERE tenant_id = $1`);
    await reset(id);
    expect(await application(id)).toEqual(asNew);
  });

  it('returns the first response for a repeated request, and stores it encrypted', async () => {
    const tenant = await hub.makeTenant('repeated-reset');
    const requestId = newId('request');
    const first = await reset(tenant.id, requestId);
    expect(await reset(tenant.id, requestId)).toEqual(first);
    const kept = await hub.pod.platform.db.read(
      { tenantId: tenant.id, actor: { type: 'system', id: 'test' } },
      (tx) => tx.row<{ answer: string }>('SELECT answer FROM idempotency_key'),
    );
    expect(kept!.answer).toMatch(/^v1\./);
  });

  it('leaves one secret after concurrent resets', async () => {
    const tenant = await hub.makeTenant('many-resets');
    const answers = await Promise.all(Array.from({ length: 6 }, () => reset(tenant.id)));
    expect(await application(tenant.id)).toEqual(asNew);
    const works = await Promise.all(
      answers.map(
        async ({ clientSecret }) => (await hub.token({ ...tenant, clientSecret })).status,
      ),
    );
    expect(works.filter((status) => status === 200)).toHaveLength(1);
  });

  it('rejects a tenant that is unknown or being deleted, an invalid request id, and other accounts', async () => {
    await expect(reset(newId('tenant'))).rejects.toMatchObject({ code: 'not_found' });
    const tenant = await hub.makeTenant('half-gone');
    await expect(reset(tenant.id, 'short')).rejects.toMatchObject({ code: 'validation_failed' });
    await hub.tenants().DeleteTenant({ tenantId: tenant.id });
    await expect(reset(tenant.id)).rejects.toMatchObject({ code: 'invalid_state' });
    await expect(
      hub
        .tenants('directory')
        .ResetAdminClient({ tenantId: tenant.id, requestId: newId('request') }),
    ).rejects.toMatchObject({ code: 'caller_not_allowed' });
  });
});
