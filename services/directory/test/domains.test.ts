import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { startTestDns } from '@platform/testkit/fake-dns';
import type { TestDns } from '@platform/testkit/fake-dns';
import { eventually } from '@platform/testkit/eventually';
import { testPlatform } from '@platform/testkit/service';
import type { TestAnswer, TestApi, TestPlatform } from '@platform/testkit/service';
import { exampleEvent, partitionOf } from '@platform/contracts';
import { cloudEvent } from '@platform/kit/database';
import { dnsLookups } from '@platform/kit/egress';
import { patientPeer } from '@platform/testkit/patient-peer';
import type { RpcClient, RpcPeer } from '@platform/kit/grpc';
import { newId } from '@platform/kit/ids';
import { checkDueDomains } from '../src/domains/domain-checks.ts';
import type { DomainChecking } from '../src/domains/domain-checks.ts';
import { directory } from '../src/service.ts';
import { writeLastSignIns } from '../src/provisioning/logins/sign-in-store.ts';

const organizations = '/api/v1/organizations';
const users = '/api/v1/directory/users';
const day = 86_400_000;
let dns: TestDns;
let platform: TestPlatform;
let acme: TestApi;
let globex: TestApi;
let tenantId: string;
let peer: RpcPeer;
let hub: RpcClient<'platform.directory.v1.Directory'>;
let checking: DomainChecking;
let n = 0;

beforeAll(async () => {
  dns = await startTestDns();
  platform = await testPlatform(directory, {
    'platform.organizations.domains.resolvers': dns.address,
  });
  acme = await platform.as({ tenant: platform.hub.tenant('acme') });
  globex = await platform.as({ tenant: platform.hub.tenant('globex') });
  tenantId = platform.hub.tenant('acme').id;
  peer = patientPeer({
    address: `127.0.0.1:${platform.service.rpcPort}`,
    token: () => platform.cluster.mint('hub', 'directory'),
  });
  hub = peer.service('platform.directory.v1.Directory');
  checking = {
    dns: dnsLookups({ servers: [dns.address], timeoutMs: 1_000, tries: 1 }),
    label: '_platform-verification',
    policy: { pendingTtl: 30 * day, lapseAfter: 3 * day, releaseAfter: 30 * day },
    clock: Date.now,
    random: () => 0.5,
  };
});
afterAll(async () => {
  peer.close();
  await platform.stop();
  await dns.stop();
});

const ok = (answer: TestAnswer) => {
  expect([answer.status, answer.body.errors ?? answer.body.code]).toEqual([200, undefined]);
  return answer.body;
};
const organization = async (api = acme, body: object = {}) =>
  ok(await api.post(organizations, { body: { name: `Org ${++n}`, ...body } }));
const domainName = (): string => `claim${++n}.com`;
const add = async (orgId: string, body: object | undefined, api = acme) =>
  api.post(`${organizations}/${orgId}/domains`, { body });
const publish = ({ verification }: any, value = verification.recordValue) =>
  dns.set(verification.recordName, 'TXT', [value]);
const verify = (d: any, api = acme) =>
  api.post(`${organizations}/${d.organizationId}/domains/${d.id}/verify`);
const verified = async (orgId: string, body: object, api = acme) => {
  const domain = ok(await add(orgId, body, api));
  publish(domain);
  return ok(await verify(domain, api));
};
const get = async (d: any) =>
  ok(await acme.get(`${organizations}/${d.organizationId}/domains/${d.id}`));
/** Moves a domain back in time, so that its next check is due. */
const age = (id: string, set: string) =>
  withClient(platform.database.url, (client) =>
    client.query(
      `UPDATE directory.organization_domains SET next_check_at = now(), verify_requested_at = NULL, ${set} WHERE id = $1`,
      [id],
    ),
  );
const sweep = () =>
  checkDueDomains(platform.service.platform.db, checking, new AbortController().signal);
const eventsOf = async (orgId: string): Promise<string[]> =>
  (
    await platform.service.platform.db.read(
      { tenantId, actor: { type: 'system', id: 'test' } },
      (tx) =>
        tx.rows<{ type: string }>(
          "SELECT envelope->>'type' AS type FROM outbox WHERE envelope->>'subject' = $1 AND envelope->>'type' LIKE 'organization.domain%' ORDER BY position",
          [`organization/${orgId}`],
        ),
    )
  ).map(({ type }) => type.replace('organization.domain_', ''));

describe('organizationDomainsAdd', () => {
  test('claims a domain in normalized form, to be verified by a TXT record', async () => {
    const { id } = await organization();
    const domain = ok(await add(id, { domain: 'Bücher-Claim.DE', enrollment: 'auto_join' }));
    expect(domain).toMatchObject({
      organizationId: id,
      domain: 'xn--bcher-claim-thb.de',
      displayDomain: 'bücher-claim.de',
      state: 'pending',
      enrollment: 'auto_join',
      verification: {
        recordType: 'TXT',
        recordName: '_platform-verification.xn--bcher-claim-thb.de',
        recordValue: expect.stringMatching(/^platform-domain-verification=[0-9a-f]{40}$/),
        attempts: 0,
        lastResult: null,
      },
    });
    expect(ok(await acme.get(`${organizations}/${id}/domains`)).data).toEqual([domain]);
    expect(await get(domain)).toEqual(domain);
    expect(await eventsOf(id)).toEqual(['added']);
  });

  test("defaults to the organization's domain or to that of the caller", async () => {
    const primary = domainName();
    const withDomain = await organization(acme, { primaryDomain: primary });
    expect(ok(await add(withDomain.id, undefined)).domain).toBe(primary);
    const bare = await organization();
    const refused = await add(bare.id, undefined);
    expect([refused.status, refused.body.errors[0]]).toMatchObject([
      422,
      { pointer: '/domain', code: 'required' },
    ]);
    const own = domainName();
    const user = ok(await acme.post(users, { body: { email: `me@${own}`, emailVerified: true } }));
    const asUser = await platform.as({ tenant: platform.hub.tenant('acme'), userId: user.id });
    expect(ok(await add(bare.id, { enrollment: 'auto_join' }, asUser))).toMatchObject({
      domain: own,
      enrollment: 'auto_join',
    });
  });

  test.each([
    ['co.uk', 'domain_not_allowed'],
    ['gmail.com', 'consumer_domain'],
    ['x.platform.localhost', 'domain_not_allowed'],
    ['not a domain', 'invalid_format'],
  ])('rejects %s', async (domain, code) => {
    const { id } = await organization();
    const { status, body } = await add(id, { domain });
    expect([status, body.errors]).toEqual([
      422,
      [expect.objectContaining({ pointer: '/domain', code })],
    ]);
  });

  test('adds a domain to an organization once for concurrent requests; another organization can also claim it', async () => {
    const [first, second] = [await organization(), await organization()];
    const domain = domainName();
    const all = await Promise.all(Array.from({ length: 6 }, () => add(first.id, { domain })));
    expect(all.map((a) => a.status).sort()).toEqual([200, ...Array(5).fill(409)]);
    expect(all.find((a) => a.status === 409)?.body.code).toBe('already_exists');
    ok(await add(second.id, { domain }));
  });

  test('is hidden from other tenants', async () => {
    const { id } = await organization();
    const domain = ok(await add(id, { domain: domainName() }));
    const path = `${organizations}/${id}/domains`;
    for (const call of [
      globex.get(path),
      globex.post(path, { body: { domain: domainName() } }),
      globex.get(`${path}/${domain.id}`),
      globex.patch(`${path}/${domain.id}`, { body: { enrollment: 'auto_join' } }),
      globex.post(`${path}/${domain.id}/verify`),
      globex.delete(`${path}/${domain.id}`),
    ])
      expect((await call).body.code).toBe('not_found');
  });
});

describe('organizationDomainsVerify', () => {
  test('reports the DNS result, and accepts the record in any common format', async () => {
    const { id } = await organization();
    const results: [(d: any) => void, string][] = [
      [() => undefined, 'no_record'],
      [(d) => publish(d, 'platform-domain-verification=other'), 'mismatch'],
      [(d) => dns.fail(d.verification.recordName, 'servfail'), 'dns_error'],
    ];
    for (const [prepare, lastResult] of results) {
      const domain = ok(await add(id, { domain: domainName() }));
      prepare(domain);
      const answer = ok(await verify(domain));
      expect([answer.state, answer.verification.lastResult]).toEqual(['pending', lastResult]);
    }
    const domain = ok(await add(id, { domain: domainName() }));
    publish(domain, ` "${domain.verification.recordValue}" `);
    expect(ok(await verify(domain))).toMatchObject({
      state: 'verified',
      verification: { lastResult: 'matched', attempts: 1, expiresAt: null },
    });
    expect((await eventsOf(id)).at(-1)).toBe('verified');
    expect(ok(await acme.get(`${organizations}?domain=${domain.domain}`)).data).toMatchObject([
      { id },
    ]);
    expect(
      await hub.ResolveDomain({ tenantId, emailOrDomain: `a@${domain.domain}` }),
    ).toMatchObject({ organizationId: id, enrollment: 'none', connections: [] });
  });

  test('runs once every 10 seconds per domain, even concurrently', async () => {
    const { id } = await organization();
    const domain = ok(await add(id, { domain: domainName() }));
    const all = await Promise.all(Array.from({ length: 5 }, () => verify(domain)));
    expect(all.map((a) => a.status).sort()).toEqual([200, 429, 429, 429, 429]);
    expect(all.find((a) => a.status === 429)?.headers.get('retry-after')).toBe('10');
  });

  test('verifies a domain for only one of two concurrent organizations', async () => {
    const domain = domainName();
    const claims = await Promise.all(
      [await organization(), await organization()].map(async ({ id }) =>
        ok(await add(id, { domain })),
      ),
    );
    dns.set(
      claims[0].verification.recordName,
      'TXT',
      claims.map((c) => c.verification.recordValue),
    );
    const answers = await Promise.all(claims.map((c) => verify(c)));
    expect(answers.map((a) => a.status).sort()).toEqual([200, 409]);
    const loser = claims[answers.findIndex((a) => a.status === 409)];
    expect(await get(loser)).toMatchObject({
      state: 'pending',
      verification: { lastResult: 'taken' },
    });
    const third = await organization();
    expect((await add(third.id, { domain })).body.code).toBe('conflict');
    const elsewhere = await organization(globex);
    expect((await verified(elsewhere.id, { domain }, globex)).state).toBe('verified');
  });

  test('restarts a failed claim with another record', async () => {
    const { id } = await organization();
    const domain = ok(await add(id, { domain: domainName() }));
    await age(domain.id, "expires_at = now() - interval '1 second'");
    await sweep();
    expect((await get(domain)).state).toBe('failed');
    const again = ok(await verify(domain));
    expect(again.state).toBe('pending');
    expect(again.verification.recordValue).not.toBe(domain.verification.recordValue);
    expect(await eventsOf(id)).toEqual(['added', 'failed']);
  });
});

describe('the check of due domains', () => {
  test('verifies records that have been published in the meantime', async () => {
    const { id } = await organization();
    const domain = ok(await add(id, { domain: domainName() }));
    publish(domain);
    await age(domain.id, 'attempts = 0');
    await sweep();
    expect((await get(domain)).state).toBe('verified');
  });

  test('runs on one of many pods, and its lease expires', async () => {
    const { id } = await organization();
    const domain = ok(await add(id, { domain: domainName() }));
    await age(domain.id, 'attempts = 0');
    await Promise.all([sweep(), sweep(), sweep(), sweep()]);
    expect(dns.asked(domain.verification.recordName)).toBe(1);
    const { verification } = await get(domain);
    expect(verification.attempts).toBe(1);
    expect(Date.parse(verification.nextCheckAt)).toBeGreaterThan(Date.now());
  });

  test('lets a domain lapse if its record disappears, and finally releases it', async () => {
    const { id } = await organization();
    const domain = await verified(id, { domain: domainName() });
    dns.fail(domain.verification.recordName, 'servfail');
    await age(domain.id, "misses = 9, missing_since = now() - interval '9 days'");
    await sweep();
    expect((await get(domain)).state).toBe('verified');
    dns.fail(domain.verification.recordName, undefined);
    dns.remove(domain.verification.recordName);
    await age(domain.id, "misses = 2, missing_since = now() - interval '4 days'");
    await sweep();
    expect((await get(domain)).state).toBe('lapsed');
    expect(await hub.ResolveDomain({ tenantId, emailOrDomain: domain.domain })).toMatchObject({
      organizationId: '',
    });
    const other = await organization();
    expect((await add(other.id, { domain: domain.domain })).body.code).toBe('conflict');
    await age(domain.id, "lapsed_at = now() - interval '31 days'");
    await sweep();
    expect((await get(domain)).state).toBe('failed');
    ok(await add(other.id, { domain: domain.domain }));
    expect(await eventsOf(id)).toEqual(['added', 'verified', 'lapsed', 'failed']);
  });
});

describe('domains of an organization', () => {
  test('can be updated with If-Match and removed', async () => {
    const { id } = await organization();
    const domain = ok(await add(id, { domain: domainName() }));
    const path = `${organizations}/${id}/domains/${domain.id}`;
    const changed = await acme.patch(path, {
      body: { enrollment: 'auto_join' },
      headers: { 'if-match': '"1"' },
    });
    expect([ok(changed).enrollment, changed.headers.get('etag')]).toEqual(['auto_join', '"2"']);
    expect(
      (await acme.patch(path, { body: { enrollment: 'none' }, headers: { 'if-match': '"1"' } }))
        .status,
    ).toBe(412);
    expect(ok(await acme.delete(path))).toEqual({ id: domain.id, deleted: true });
    expect((await acme.delete(path)).status).toBe(404);
    expect(await eventsOf(id)).toEqual(['added', 'removed']);
  });

  test('are free as soon as the organization is deleted', async () => {
    const [first, second] = [await organization(), await organization()];
    const { domain } = await verified(first.id, { domain: domainName() });
    ok(await acme.delete(`${organizations}/${first.id}`));
    expect((await verified(second.id, { domain })).state).toBe('verified');
  });

  test('restrict members if the organization accepts only verified domains', async () => {
    const { id } = await organization(acme, { membershipPolicy: 'verified_domain_only' });
    const { domain } = await verified(id, { domain: domainName() });
    const [inside, outside] = await Promise.all(
      [`a${++n}@${domain}`, `a${++n}@example.com`].map(async (email) =>
        ok(await acme.post(users, { body: { email } })),
      ),
    );
    ok(await acme.put(`${organizations}/${id}/members/${inside.id}`));
    const refused = await acme.put(`${organizations}/${id}/members/${outside.id}`);
    expect([refused.status, refused.body.errors[0].code]).toEqual([422, 'domain_not_allowed']);
  });
});

describe('auto_join', () => {
  const login = (request: object) =>
    hub.ProvisionUser({ tenantId, loginId: `login${++n}`, ...request });
  const organizationsOf = async (userId: string) =>
    ok(await acme.get(`${users}/${userId}/organizations`)).data;

  test('adds users who sign in with a verified address at the domain', async () => {
    const { id } = await organization();
    const { domain } = await verified(id, { domain: domainName(), enrollment: 'auto_join' });
    const identity = { issuer: 'https://idp.example', subject: `s${++n}` };
    const actions = [{ create: { status: 'active' } }];
    const made = await login({ identity, email: `a@${domain}`, emailVerified: true, actions });
    expect(made.outcome).toBe('CREATED');
    expect(await organizationsOf(made.userId)).toMatchObject([
      { organizationId: id, sources: ['domain'] },
    ]);
    ok(await acme.delete(`${organizations}/${id}/members/${made.userId}`));
    expect((await login({ identity })).outcome).toBe('UPDATED');
    expect(await organizationsOf(made.userId)).toHaveLength(1);
    expect((await login({ identity })).outcome).toBe('MATCHED');
  });

  test('does not add users with an unverified address', async () => {
    const { id } = await organization();
    const { domain } = await verified(id, { domain: domainName(), enrollment: 'auto_join' });
    const identity = { issuer: 'https://idp.example', subject: `s${++n}` };
    const actions = [{ create: { status: 'active' } }];
    const made = await login({ identity, email: `b@${domain}`, actions });
    expect(await organizationsOf(made.userId)).toEqual([]);
    await hub.PatchProfile({ tenantId, userId: made.userId, emailVerified: true });
    expect(await organizationsOf(made.userId)).toHaveLength(1);
  });

  test('adds users whom an administrator creates with a verified address', async () => {
    const { id } = await organization();
    const { domain } = await verified(id, { domain: domainName(), enrollment: 'auto_join' });
    const made = async (emailVerified: boolean) =>
      ok(await acme.post(users, { body: { email: `c${++n}@${domain}`, emailVerified } })).id;
    expect(await organizationsOf(await made(true))).toMatchObject([{ organizationId: id }]);
    expect(await organizationsOf(await made(false))).toEqual([]);
  });

  test('adds users who sign in with a password, and records the time', async () => {
    const { id } = await organization();
    const domain = domainName();
    const body = { email: `d@${domain}`, emailVerified: true };
    const user = ok(await acme.post(users, { body }));
    await verified(id, { domain, enrollment: 'auto_join' });
    const type = 'user.signed_in';
    /** As the hub publishes it. */
    const signedIn = (minutes: number) => {
      const occurredAt = new Date(Date.UTC(2026, 0, 1, 12, minutes)).toISOString();
      const event = {
        ...exampleEvent(type, { id: newId('event'), occurredAt }),
        subject: { type: 'user', id: user.id },
      };
      const subject = `events.${partitionOf(tenantId)}.${tenantId}.${type}`;
      const message = cloudEvent('test', event, { tenantId });
      return eventually(() => platform.service.platform.bus.jetstream()?.publish(subject, message));
    };
    const lastLogin = async () => ok(await acme.get(`${users}/${user.id}`)).lastLoginAt;
    await signedIn(10);
    await eventually(async () => (await organizationsOf(user.id)).length === 1);
    expect(await lastLogin()).toBe('2026-01-01T12:10:00.000Z');
    // An earlier one, one within five minutes, and one after them.
    for (const minutes of [0, 13, 20]) await signedIn(minutes);
    await eventually(async () => (await lastLogin()) === '2026-01-01T12:20:00.000Z');
    expect(ok(await acme.get(`${users}/${user.id}`)).updatedAt).toBe(user.updatedAt);
  });
});

test('the last sign-in of a user is written at most once in five minutes, and never moves back', async () => {
  const email = `seen-${++n}@example.com`;
  const { id: userId } = ok(await acme.post(users, { body: { email } }));
  const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 12, minutes));
  const context = { tenantId, actor: { type: 'system', id: 'test' } } as const;
  const written: [number, number][] = [
    [10, 10],
    [14, 10],
    [2, 10],
    [16, 16],
    [10, 16],
  ];
  for (const [minutes, expected] of written) {
    await platform.service.platform.db.transact(context, (tx) =>
      writeLastSignIns(tx, [{ userId, at: at(minutes) }]),
    );
    const { lastLoginAt } = ok(await acme.get(`${users}/${userId}`));
    expect([minutes, lastLoginAt]).toEqual([minutes, at(expected).toISOString()]);
  }
});
