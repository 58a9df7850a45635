import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { TestApi } from '@platform/testkit/service';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { projectedTokenFile } from '@platform/kit/auth';
import { auditBucket } from '@platform/kit/upkeep';
import { patientPeer } from '@platform/testkit/patient-peer';
import type { RpcPeer } from '@platform/kit/grpc';
import { eventually } from '@platform/testkit/eventually';
import { ipRuleBucket, expireIpRules } from '../src/ip-rules/ip-rule-workers.ts';
import { ipRules } from '../src/ip-rules/ip-rules.ts';
import type { SharedRuleSet } from '../src/ip-rules/ip-rules.ts';
import { managementPlatform, settingsScopes } from './management-platform.ts';
import type { ManagementPlatform } from './management-platform.ts';
import { openBucket } from '@platform/testkit/stores';

let platform: ManagementPlatform;
const path = '/api/v1/ip-rules';
/** The client address of the test calls. */
const own = '203.0.113.7';
const peers: RpcPeer[] = [];

beforeAll(async () => {
  platform = await managementPlatform({ 'platform.ip-rules.max-per-tenant': '5' });
});
afterAll(async () => {
  for (const peer of peers) peer.close();
  await platform.stop();
});

const scene = async (slug: string): Promise<{ tenant: TestTenant; api: TestApi }> => {
  const tenant = platform.hub.tenant(slug);
  return { tenant, api: await platform.as({ tenant, scopes: settingsScopes }) };
};
const add = async (api: TestApi, body: object): Promise<any> => {
  const answer = await api.post(path, { body });
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return answer.body;
};
const shared = (tenant: TestTenant): Promise<SharedRuleSet | undefined> =>
  platform.service.platform.bus.get<SharedRuleSet>('ip-rules', tenant.id);
const sharedAt = (tenant: TestTenant, version: number): Promise<SharedRuleSet> =>
  eventually(async () => {
    const entry = await shared(tenant);
    return entry && entry.version >= version ? entry : undefined;
  });
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
const day = 86_400_000;
const peerOf = async (account: string): Promise<RpcPeer> => {
  const peer = patientPeer({
    address: `127.0.0.1:${platform.service.rpcPort}`,
    token: projectedTokenFile(await platform.cluster.tokenFile(account, 'hub')),
  });
  peers.push(peer);
  return peer;
};

describe('tenantIpRuleCreate', () => {
  it('creates a rule, and updates NATS, the event log and the audit log', async () => {
    const { tenant, api } = await scene('creates');
    const answer = await api.post(path, {
      body: { action: 'allow', cidr: '203.0.113.0/24', description: 'Office' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).toMatch(/^"/);
    const rule = answer.body;
    expect(rule).toEqual({
      id: expect.stringMatching(/^ipr_/),
      action: 'allow',
      cidr: '203.0.113.0/24',
      family: 'ipv4',
      description: 'Office',
      expiresAt: null,
      createdBy: { type: 'client', id: 'test-client' },
      createdAt: expect.any(String),
    });
    expect(await sharedAt(tenant, 1)).toEqual({
      version: 1,
      rules: [{ id: rule.id, action: 'allow', cidr: '203.0.113.0/24', expiresAt: null }],
    });
    expect(await platform.events(tenant)).toMatchObject([
      {
        type: 'ip_rule.created',
        subject: { type: 'ip_rule', id: rule.id },
        data: { rule, version: 1 },
      },
    ]);
    expect(await platform.audits(tenant)).toMatchObject([
      {
        subject: { type: 'ipRule', id: rule.id },
        data: { operationId: 'tenantIpRuleCreate', outcome: 'success', sourceIp: own },
      },
    ]);
  });

  it('returns the same response for an idempotency key', async () => {
    const { tenant, api } = await scene('idempotent');
    const call = {
      body: { action: 'deny', cidr: '198.51.100.1' },
      headers: { 'idempotency-key': 'k-1' },
    };
    const [first, again] = [await api.post(path, call), await api.post(path, call)];
    expect(again.body).toEqual(first.body);
    expect((await sharedAt(tenant, 1)).version).toBe(1);
  });

  test.each([
    ['192.0.2.7', '192.0.2.7/32', 'ipv4'],
    ['2001:DB8:0::/48', '2001:db8::/48', 'ipv6'],
    ['2001:db8::1', '2001:db8::1/128', 'ipv6'],
    ['::ffff:192.0.2.0/120', '192.0.2.0/24', 'ipv4'],
    ['::c000:0/112', '::c000:0/112', 'ipv6'],
  ])('stores %s as %s', async (cidr, canonical, family) => {
    const { api } = await scene(`canonical-${canonical.replace(/\W/g, 'x')}`);
    expect(await add(api, { action: 'deny', cidr })).toMatchObject({ cidr: canonical, family });
    expect((await api.get(path)).body.data[0].cidr).toBe(canonical);
  });

  test.each<[string, object, string]>([
    ['no action', { action: undefined }, 'required:/action'],
    ['another action', { action: 'block' }, 'invalid_format:/action'],
    ['no network', { cidr: undefined }, 'required:/cidr'],
    ['host bits', { cidr: '192.0.2.1/24' }, 'invalid_format:/cidr'],
    ['a leading zero', { cidr: '192.0.02.0/24' }, 'invalid_format:/cidr'],
    ['octal', { cidr: '0300.0.2.0/24' }, 'invalid_format:/cidr'],
    ['hexadecimal', { cidr: '0xc0000200/24' }, 'invalid_format:/cidr'],
    ['short IPv4', { cidr: '10/8' }, 'invalid_format:/cidr'],
    ['a range', { cidr: '192.0.2.0-192.0.2.9' }, 'invalid_format:/cidr'],
    ['a zone', { cidr: 'fe80::1%eth0' }, 'invalid_format:/cidr'],
    ['a mapped network that is too wide', { cidr: '::ffff:0.0.0.0/95' }, 'invalid_format:/cidr'],
    ['a name', { cidr: 'localhost' }, 'invalid_format:/cidr'],
    ['50 characters', { cidr: '0'.repeat(50) }, 'invalid_format:/cidr'],
    ['a long description', { description: 'x'.repeat(201) }, 'invalid_format:/description'],
    ['an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }, 'invalid_format:/expiresAt'],
    ['an end in two years', { expiresAt: inMs(730 * day) }, 'invalid_format:/expiresAt'],
    ['an invalid end', { expiresAt: 'tomorrow' }, 'invalid_format:/expiresAt'],
    ['an unknown member', { family: 'ipv4' }, 'unknown_member:/family'],
  ])('rejects %s', async (_, body, expected) => {
    const { api } = await scene('refusals');
    const answer = await api.post(path, {
      body: { action: 'deny', cidr: '192.0.2.0/24', ...body },
    });
    expect([
      answer.status,
      answer.body.code,
      ...answer.body.errors.map((e: any) => `${e.code}:${e.pointer}`),
    ]).toEqual([422, 'validation_failed', expected]);
  });

  it('suggests the intended network', async () => {
    const { api } = await scene('refusals');
    expect(
      (await api.post(path, { body: { action: 'deny', cidr: '192.0.2.1/24' } })).body.detail,
    ).toContain('192.0.2.0/24');
  });

  it('rejects callers without the scope', async () => {
    const { tenant } = await scene('refusals');
    const reader = await platform.as({ tenant, scopes: ['tenant:settings.read'] });
    expect(
      (await reader.post(path, { body: { action: 'deny', cidr: '192.0.2.1' } })).body.code,
    ).toBe('insufficient_scope');
    expect((await reader.delete(`${path}/ipr_01h455vb4pex5vsknk084sn02q`)).body.code).toBe(
      'insufficient_scope',
    );
  });

  it('accepts a network once per action', async () => {
    const { api } = await scene('twins');
    const { id } = await add(api, { action: 'deny', cidr: '192.0.2.0/24' });
    const answer = await api.post(path, { body: { action: 'deny', cidr: '::ffff:192.0.2.0/120' } });
    expect([answer.status, answer.body.code, answer.body.id]).toEqual([409, 'already_exists', id]);
    expect(answer.body.detail).toContain(id);
    await add(api, { action: 'allow', cidr: '192.0.2.0/24', allowLockout: true });
  });

  it('enforces the limit of active rules, even concurrently', async () => {
    const { tenant, api } = await scene('limits');
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, i) =>
        api.post(path, { body: { action: 'deny', cidr: `192.0.2.${i}` } }),
      ),
    );
    expect(answers.map((a) => a.body.code ?? 'ok').sort()).toEqual([
      ...Array.from({ length: 4 }, () => 'limit_exceeded'),
      ...Array.from({ length: 5 }, () => 'ok'),
    ]);
    const set = await sharedAt(tenant, 5);
    expect([set.version, set.rules.length]).toEqual([5, 5]);
  });

  it.each([
    ['denies the caller', [], { action: 'deny', cidr: '203.0.113.0/24' }],
    ['allows only other addresses', [], { action: 'allow', cidr: '192.0.2.0/24' }],
    [
      'denies the caller despite a rule that allows it',
      [{ action: 'allow', cidr: '203.0.113.0/24' }],
      { action: 'deny', cidr: own },
    ],
    ['denies everyone', [], { action: 'deny', cidr: '0.0.0.0/0' }],
  ])('rejects a rule that %s', async (name, before, rule) => {
    const { tenant, api } = await scene(`lockout-${name.length}`);
    for (const body of before) await add(api, body);
    const answer = await api.post(path, { body: rule });
    expect([answer.status, answer.body.code]).toEqual([409, 'lockout_risk']);
    expect(answer.body.detail).toContain(own);
    expect((await api.get(path)).body.data).toHaveLength(before.length);
    expect((await platform.audits(tenant)).at(-1).data).toMatchObject({
      outcome: 'failure',
      code: 'lockout_risk',
    });
    expect(await add(api, { ...rule, allowLockout: true })).not.toHaveProperty('allowLockout');
  });

  it('rejects rules from an unknown address', async () => {
    const { api } = await scene('unknown-address');
    const answer = await api.post(path, {
      body: { action: 'deny', cidr: '192.0.2.1' },
      headers: { 'x-platform-client-ip': 'unknown' },
    });
    expect(answer.body.code).toBe('lockout_risk');
  });

  it('rejects one of two concurrent changes that together lock out the caller', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { api } = await scene(`together-${round}`);
      const wide = await add(api, { action: 'allow', cidr: '203.0.0.0/16' });
      const narrow = await add(api, { action: 'allow', cidr: own });
      await add(api, { action: 'allow', cidr: '192.0.2.0/24' });
      const answers = await Promise.all(
        [wide, narrow].map(({ id }) => api.delete(`${path}/${id}`)),
      );
      expect(answers.map((a) => a.body.code ?? 'ok').sort()).toEqual(['lockout_risk', 'ok']);
      expect((await api.get(`${path}/evaluate`)).body.decision).toBe('allow');
    }
  });
});

describe('tenantIpRuleDelete', () => {
  it('deletes a rule and emits an event', async () => {
    const { tenant, api } = await scene('deletes');
    const { id } = await add(api, { action: 'deny', cidr: '192.0.2.0/24' });
    const gone = await api.delete(`${path}/${id}`);
    expect(gone.body).toEqual({ id, deleted: true });
    expect(await sharedAt(tenant, 2)).toEqual({ version: 2, rules: [] });
    expect((await platform.events(tenant)).at(-1)).toMatchObject({
      type: 'ip_rule.deleted',
      data: { rule: { id }, version: 2 },
    });
    expect((await api.delete(`${path}/${id}`)).body.code).toBe('not_found');
  });

  it('prevents lockouts, but allows the last rule to be deleted', async () => {
    const { api } = await scene('last');
    const mine = await add(api, { action: 'allow', cidr: own });
    const other = await add(api, { action: 'allow', cidr: '192.0.2.0/24' });
    expect((await api.delete(`${path}/${mine.id}`)).body).toMatchObject({ code: 'lockout_risk' });
    expect((await api.delete(`${path}/${other.id}`)).status).toBe(200);
    expect((await api.delete(`${path}/${mine.id}`)).status).toBe(200);
  });

  it('does not find rules of another tenant', async () => {
    const { api } = await scene('mine');
    const { api: other } = await scene('stranger');
    const { id } = await add(api, { action: 'deny', cidr: '192.0.2.0/24' });
    expect((await other.delete(`${path}/${id}`)).body.code).toBe('not_found');
    expect((await other.get(path)).body.data).toEqual([]);
    expect((await other.get(`${path}/evaluate?address=192.0.2.1`)).body).toMatchObject({
      decision: 'allow',
      version: 0,
    });
  });
});

describe('tenantIpRuleList', () => {
  it('pages newest first', async () => {
    const { api } = await scene('lists');
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1)
      ids.unshift((await add(api, { action: 'deny', cidr: `192.0.2.${i}` })).id);
    const first = (await api.get(`${path}?limit=3`)).body;
    const second = (await api.get(`${path}?limit=3&cursor=${first.nextCursor}`)).body;
    expect([...first.data, ...second.data].map((r: any) => r.id)).toEqual(ids);
    expect([first.hasMore, second.hasMore, second.nextCursor]).toEqual([true, false, null]);
    expect((await api.get(`${path}?cursor=abc`)).body.code).toBe('invalid_cursor');
    expect((await api.get(`${path}?limit=201`)).body.code).toBe('invalid_parameter');
  });
});

describe('tenantIpRuleEvaluate', () => {
  it('returns the deciding rule', async () => {
    const { api } = await scene('evaluates');
    const allow = await add(api, { action: 'allow', cidr: '203.0.113.0/24' });
    const deny = await add(api, { action: 'deny', cidr: '203.0.113.128/25' });
    const ask = async (query = ''): Promise<any> =>
      (await api.get(`${path}/evaluate${query}`)).body;
    expect(await ask()).toEqual({ address: own, decision: 'allow', ruleId: allow.id, version: 2 });
    expect(await ask('?address=203.0.113.200')).toEqual({
      address: '203.0.113.200',
      decision: 'deny',
      ruleId: deny.id,
      version: 2,
    });
    expect(await ask('?address=::ffff:203.0.113.9')).toMatchObject({
      address: '203.0.113.9',
      decision: 'allow',
    });
    expect(await ask('?address=2001:DB8::1')).toEqual({
      address: '2001:db8::1',
      decision: 'deny',
      ruleId: null,
      version: 2,
    });
    for (const bad of ['192.0.2.0/24', '10.1', 'localhost', ''])
      expect((await ask(`?address=${bad}`)).code).toBe('invalid_parameter');
  });
});

describe('expiring IP rules', () => {
  it('have no effect, are reported once, and release their network', async () => {
    const { tenant, api } = await scene('ends');
    const { db } = platform.service.platform;
    const rules = ipRules({ maxPerTenant: 5 });
    const { id } = await add(api, {
      action: 'deny',
      cidr: '192.0.2.0/24',
      expiresAt: inMs(60_000),
    });
    expect((await api.get(`${path}/evaluate?address=192.0.2.1`)).body.decision).toBe('deny');
    await platform.sql(
      `UPDATE ip_rule SET expires_at = now() - interval '1 second' WHERE id = $1`,
      [id],
    );
    expect((await api.get(`${path}/evaluate?address=192.0.2.1`)).body.decision).toBe('allow');

    const again = await add(api, { action: 'deny', cidr: '192.0.2.0/24' });
    await Promise.all([expireIpRules({ db, rules }), expireIpRules({ db, rules })]);
    await expireIpRules({ db, rules });
    const ended = (await platform.events(tenant)).filter((e) => e.type === 'ip_rule.expired');
    expect(ended).toMatchObject([{ subject: { id }, data: { rule: { id }, version: 3 } }]);
    expect((await sharedAt(tenant, 3)).rules.map((r) => r.id)).toEqual([again.id]);
    expect((await api.get(path)).body.data.map((r: any) => r.id)).toEqual([again.id, id]);

    await platform.sql(
      `UPDATE ip_rule SET expired_at = now() - interval '30 days 1 second' WHERE id = $1`,
      [id],
    );
    await expireIpRules({ db, rules });
    expect((await api.get(path)).body.data.map((r: any) => r.id)).toEqual([again.id]);
  });

  it('are announced a day ahead if no allow rule will remain', async () => {
    const { tenant, api } = await scene('announces');
    const { db } = platform.service.platform;
    const rules = ipRules({ maxPerTenant: 5 });
    const announced = async (): Promise<string[]> => {
      await expireIpRules({ db, rules });
      return (await platform.events(tenant))
        .filter((e) => e.type === 'ip_rule.expiring')
        .map((e) => e.subject.id);
    };
    await add(api, { action: 'deny', cidr: '192.0.2.0/24', expiresAt: inMs(day / 2) });
    await add(api, { action: 'allow', cidr: '203.0.113.0/24', expiresAt: inMs(day / 3) });
    const last = await add(api, { action: 'allow', cidr: own, expiresAt: inMs(2 * day) });
    expect(await announced()).toEqual([]);
    await platform.sql(
      `UPDATE ip_rule SET expires_at = now() + interval '23 hours' WHERE id = $1`,
      [last.id],
    );
    expect(await announced()).toEqual([last.id]);
    expect(await announced()).toEqual([last.id]);
  });
});

describe('the bucket of IP rules', () => {
  it('is reconciled with the database', async () => {
    const { tenant, api } = await scene('audits');
    const { db, bus } = platform.service.platform;
    const audit = () =>
      auditBucket({ db, bus, service: 'hub' }, ipRuleBucket(ipRules({ maxPerTenant: 5 })));
    await add(api, { action: 'deny', cidr: '192.0.2.0/24' });
    await sharedAt(tenant, 1);
    await eventually(async () => ((await audit()) === 0 ? true : undefined));

    const bucket = await openBucket(bus.jetstream()!, 'ip-rules');
    await bucket.delete(tenant.id);
    expect(await audit()).toBe(1);
    expect((await sharedAt(tenant, 1)).rules).toHaveLength(1);

    await bucket.put(tenant.id, JSON.stringify({ version: 1000, rules: [] }));
    expect(await audit()).toBe(1);
    const set = await sharedAt(tenant, 1001);
    expect([set.version, set.rules.length]).toEqual([1001, 1]);
    expect(await audit()).toBe(0);
  });
});

describe('IpRules/Snapshot', () => {
  it('returns the rules to the services that enforce them', async () => {
    const { tenant, api } = await scene('snapshots');
    const { id } = await add(api, { action: 'deny', cidr: '192.0.2.0/24' });
    const ask = async (account: string, tenantId: string) =>
      (await peerOf(account))
        .service('platform.hub.v1.IpRules')
        .Snapshot({ tenantId }, { deadlineMs: 2_000 });
    expect(await ask('product-api', tenant.id)).toMatchObject({
      version: 1,
      rules: [{ id, action: 'deny', cidr: '192.0.2.0/24', expiresAt: '' }],
    });
    expect(await ask('directory', platform.hub.tenant('empty').id)).toMatchObject({
      version: 0,
      rules: [],
    });
    await expect(ask('outbound', tenant.id)).rejects.toMatchObject({ code: 'caller_not_allowed' });
  });
});

describe('ipRules.clear', () => {
  it('deletes every rule, with an event each', async () => {
    const { tenant, api } = await scene('cleared');
    await add(api, { action: 'deny', cidr: '192.0.2.0/24' });
    await add(api, { action: 'deny', cidr: '198.51.100.0/24' });
    const { db } = platform.service.platform;
    expect(
      await db.transact(
        { tenantId: tenant.id, actor: { type: 'service', id: 'platform-operator' } },
        ipRules({ maxPerTenant: 5 }).clear,
      ),
    ).toBe(2);
    expect(await sharedAt(tenant, 3)).toEqual({ version: 3, rules: [] });
    expect((await platform.events(tenant)).map((e) => e.type).slice(2)).toEqual([
      'ip_rule.deleted',
      'ip_rule.deleted',
    ]);
  });
});
