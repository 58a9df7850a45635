import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { purgeTenant } from '@platform/data-lifecycle/tenant-purge';
import type { TestApi } from '@platform/testkit/service';
import { eventually } from '@platform/testkit/eventually';
import { experiencePath, experiencePlatform } from './experience-fixtures.ts';
import type { ExperiencePlatform } from './experience-fixtures.ts';
import { fakeDns } from './fake-dns.ts';

const path = `${experiencePath}/domains`;
const hour = 3_600_000;
const dns = fakeDns();
let on: ExperiencePlatform;
beforeAll(async () => {
  on = await experiencePlatform({ dns: dns.dns, sweepMs: 50 });
});
afterAll(() => on.stop());

let names = 0;
const newName = (): string => `login${(names += 1)}.example.com`;
const register = async (api: TestApi, domain: string, more: object = {}) => {
  const { status, body } = await api.post(path, { body: { domain, ...more } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
};
const verify = (api: TestApi, domain: string) => api.post(`${path}/${domain}/verify`);
const point = (registered: any, ...purposes: string[]): void => {
  for (const { purpose, type, name, value } of registered.records)
    if (purposes.includes(purpose)) dns.set(type, name, value);
};
const unpoint = (registered: any): void => {
  for (const { type, name } of registered.records) dns.remove(type, name);
};
const shown = async (api: TestApi, domain: string) =>
  (await api.get(path)).body.data.find((each: any) => each.domain === domain);
const reaches = (api: TestApi, domain: string, status: string) =>
  eventually(async () => {
    const found = await shown(api, domain);
    return found?.status === status && found;
  });
const resolveHost = (host: string) =>
  on
    .rpcAs('hub')
    .service('platform.identity.v1.LoginExperience')
    .ResolveHost({ host }, { deadlineMs: 5_000 });
const ask = async (domain: string): Promise<number> =>
  (await fetch(`${on.platform.baseUrl}/internal/login-domains/ask?domain=${domain}`)).status;
const told = async (tenantId: string, type: string) =>
  (await on.events(tenantId, `login_experience.domain_${type}`)).map(
    ({ reason }) => reason ?? null,
  );
/** An active domain of a new tenant. */
const active = async (domain = newName()) => {
  const { tenant, api } = await on.tenant();
  const registered = await register(api, domain);
  point(registered, 'ownership', 'routing');
  const { body } = await verify(api, domain);
  expect(body.status).toBe('active');
  return { tenant, api, domain, registered };
};

describe('loginExperienceRegisterDomain', () => {
  test('returns the records to create', async () => {
    const { tenant, api } = await on.tenant();
    const body = await register(api, 'Login.München.example');
    expect(body).toMatchObject({
      domain: 'login.xn--mnchen-3ya.example',
      unicodeDomain: 'login.münchen.example',
      status: 'pending',
      primary: false,
      passkeyRpId: 'login.xn--mnchen-3ya.example',
      checks: [],
    });
    const [txt, cname] = body.records;
    expect(txt.name).toBe('_platform-login-challenge.login.xn--mnchen-3ya.example');
    expect(txt.value).toMatch(/^platform-domain-verification=[a-z2-7]{32}$/);
    expect(cname.value).toMatch(/^[a-z2-7]{26}\.cname\.platform\.localhost$/);
    expect(await told(tenant.id, 'registered')).toEqual([null]);
    const again = await api.post(path, { body: { domain: 'login.münchen.example' } });
    expect(again.status).toBe(409);
  });

  test.each([
    [{ domain: 'https://x.example.com' }, '/domain', 'invalid_format'],
    [{ domain: 'co.uk' }, '/domain', 'domain_not_allowed'],
    [{ domain: 'x.platform.localhost' }, '/domain', 'domain_not_allowed'],
    [{ domain: 'x.example.com', passkeyRpId: 'other.com' }, '/passkeyRpId', 'invalid_format'],
    [{ domain: 'x.example.com', host: 'x' }, '/host', 'unknown_member'],
    [{}, '/domain', 'required'],
  ])('rejects %j', async (body, pointer, code) => {
    const { api } = await on.tenant();
    const { status, body: answer } = await api.post(path, { body });
    expect(status).toBe(422);
    expect(answer.errors[0]).toMatchObject({ pointer, code });
  });

  test('stops at the limit, exactly', async () => {
    const { api } = await on.tenant();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => api.post(path, { body: { domain: newName() } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.find(({ status }) => status !== 200)?.body.code).toBe('limit_exceeded');
  });
});

describe('loginExperienceVerifyDomain', () => {
  test('verifies ownership before the domain is served', async () => {
    const { tenant, api } = await on.tenant();
    const domain = newName();
    const registered = await register(api, domain);
    expect((await verify(api, domain)).body).toMatchObject({
      status: 'pending',
      checks: [{ result: 'absent' }, { result: 'absent' }],
    });
    point(registered, 'ownership');
    expect((await verify(api, domain)).body.status).toBe('verified');
    expect(await ask(domain)).toBe(200);
    await expect(resolveHost(domain)).rejects.toMatchObject({ code: 'not_found' });
    point(registered, 'routing');
    const { body } = await verify(api, domain);
    expect(body).toMatchObject({ status: 'active', primary: true, expiresAt: null });
    expect(await resolveHost(domain)).toEqual({
      tenantId: tenant.id,
      domain,
      passkeyRpId: domain,
    });
    expect(await told(tenant.id, 'verified')).toEqual([null]);
    expect(await told(tenant.id, 'activated')).toEqual([null]);
  });

  test('follows aliases, and ignores the TXT record of another registration', async () => {
    const { api } = await on.tenant();
    const domain = newName();
    const { records } = await register(api, domain);
    dns.set('TXT', records[0].name, 'platform-domain-verification=other', 'v=spf1');
    dns.set('CNAME', domain, 'edge.example.net');
    expect((await verify(api, domain)).body.checks).toMatchObject([
      { purpose: 'ownership', result: 'mismatch' },
      { purpose: 'routing', result: 'mismatch', observed: ['edge.example.net'] },
    ]);
    dns.set('CNAME', 'edge.example.net', records[1].value);
    expect((await verify(api, domain)).body.status).toBe('active');
  });

  test("accepts the target's addresses at a zone apex", async () => {
    const { api } = await on.tenant();
    const domain = `apex${(names += 1)}.com`;
    const registered = await register(api, domain);
    expect(registered.records[0].required).toBe(true);
    point(registered, 'ownership');
    dns.set('A', registered.records[1].value, '198.51.100.1', '198.51.100.2');
    dns.set('A', domain, '198.51.100.1', '192.0.2.9');
    expect((await verify(api, domain)).body.status).toBe('verified');
    dns.set('A', domain, '198.51.100.1');
    expect((await verify(api, domain)).body.status).toBe('active');
  });

  test('changes nothing while no name server responds', async () => {
    const { api, domain } = await active();
    dns.break(domain, 'timeout');
    const timedOut = await verify(api, domain);
    expect(timedOut.status).toBe(504);
    dns.break(domain, 'failed');
    expect((await verify(api, domain)).status).toBe(502);
    expect((await shown(api, domain)).status).toBe('active');
  });

  test('is rate limited', async () => {
    const { api } = await on.tenant();
    const domain = newName();
    await register(api, domain);
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await verify(api, domain)).status),
    );
    // A window may end during the test; the test spans at most two.
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(6);
    expect([200, 429]).toEqual(expect.arrayContaining([...new Set(statuses)]));
  });

  test('does not find domains of another tenant', async () => {
    const { domain } = await active();
    const other = await on.tenant();
    expect((await verify(other.api, domain)).status).toBe(404);
    expect((await other.api.delete(`${path}/${domain}`)).status).toBe(404);
    expect((await verify(other.api, 'not..a.name')).status).toBe(404);
  });
});

describe('two tenants and one name', () => {
  test('a registration does not block other tenants', async () => {
    const domain = newName();
    const squatter = await on.tenant();
    await register(squatter.api, domain);
    expect((await active(domain)).domain).toBe(domain);
  });

  test('the tenant that DNS points to keeps it', async () => {
    const incumbent = await active();
    const rival = await on.tenant();
    const registered = await register(rival.api, incumbent.domain);
    const [txt] = registered.records;
    const [own] = incumbent.registered.records;
    dns.set('TXT', txt.name, txt.value, own.value);
    const refused = await verify(rival.api, incumbent.domain);
    expect(refused.status).toBe(409);
    expect(refused.body.code).toBe('conflict');
    expect(JSON.stringify(refused.body)).not.toContain(incumbent.tenant.id);
    expect((await shown(rival.api, incumbent.domain)).status).toBe('pending');
  });

  test('a tenant loses it after DNS stops pointing to the tenant', async () => {
    const incumbent = await active();
    const rival = await on.tenant();
    const registered = await register(rival.api, incumbent.domain);
    unpoint(incumbent.registered);
    point(registered, 'ownership', 'routing');
    expect((await verify(rival.api, incumbent.domain)).body.status).toBe('active');
    expect((await shown(incumbent.api, incumbent.domain)).status).toBe('suspended');
    expect(await told(incumbent.tenant.id, 'suspended')).toEqual(['superseded']);
    expect((await resolveHost(incumbent.domain)).tenantId).toBe(rival.tenant.id);
  });

  test('only one of several concurrent tenants gets it', async () => {
    const domain = newName();
    const rivals = await Promise.all(Array.from({ length: 4 }, () => on.tenant()));
    const all = await Promise.all(rivals.map(({ api }) => register(api, domain)));
    dns.set('TXT', all[0].records[0].name, ...all.map(({ records }) => records[0].value));
    const answers = await Promise.all(rivals.map(({ api }) => verify(api, domain)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });
});

describe('background checks', () => {
  test('find created records', async () => {
    const { api } = await on.tenant();
    const domain = newName();
    point(await register(api, domain), 'ownership', 'routing');
    on.clock.advance(hour);
    await reaches(api, domain, 'active');
  });

  test('mark a domain as failing, suspend it after the grace period, and restore it', async () => {
    const { tenant, api, domain, registered } = await active();
    unpoint(registered);
    // Checks of active domains are up to 26.4 hours apart.
    on.clock.advance(27 * hour);
    for (let check = 1; check <= 2; check += 1) {
      await eventually(async () => (await shown(api, domain)).failureCount >= check);
      on.clock.advance(2 * hour);
    }
    const failing = await reaches(api, domain, 'failing');
    expect(failing.suspendAt).not.toBeNull();
    expect((await resolveHost(domain)).tenantId).toBe(tenant.id);
    dns.break(domain, 'timeout');
    const before = (await shown(api, domain)).lastCheckedAt;
    on.clock.advance(80 * hour);
    await eventually(async () => (await shown(api, domain)).lastCheckedAt !== before);
    expect((await shown(api, domain)).status).toBe('failing');
    dns.mend(domain);
    // A check that was running when the clock moved forward postpones the next one.
    await eventually(async () => {
      on.clock.advance(hour);
      return (await shown(api, domain)).status === 'suspended';
    });
    await expect(resolveHost(domain)).rejects.toMatchObject({ code: 'not_found' });
    expect(await ask(domain)).toBe(404);
    point(registered, 'ownership', 'routing');
    on.clock.advance(27 * hour);
    await reaches(api, domain, 'active');
    expect(await told(tenant.id, 'failing')).toEqual(['records_missing']);
    expect(await told(tenant.id, 'suspended')).toEqual(['records_missing']);
  });

  test('delete a registration without records', async () => {
    const { tenant, api } = await on.tenant();
    const domain = newName();
    await register(api, domain);
    on.clock.advance(8 * 24 * hour);
    await eventually(async () => (await shown(api, domain)) === undefined);
    expect(await told(tenant.id, 'released')).toEqual(['expired']);
  });
});

describe('loginExperienceDeleteDomain', () => {
  test('releases the name', async () => {
    const { tenant, api, domain, registered } = await active();
    const deleted = await api.delete(`${path}/${domain}`);
    expect(deleted.body).toEqual({ id: registered.id, deleted: true });
    expect((await api.get(path)).body.data).toEqual([]);
    expect(await ask(domain)).toBe(404);
    expect(await told(tenant.id, 'released')).toEqual(['deleted']);
    // The records that proved the first registration do not prove a later one.
    const again = await register(api, domain);
    expect(again.records[0].value).not.toBe(registered.records[0].value);
    expect((await verify(api, domain)).body.status).toBe('pending');
  });

  test('happens when the tenant is deleted', async () => {
    const { tenant, domain } = await active();
    await purgeTenant(on.platform.service.platform.db, tenant.id);
    expect(await ask(domain)).toBe(404);
  });
});

test('callback URLs include the domain', async () => {
  const { api, domain } = await active();
  const body = { clientId: 'x', clientSecret: 'y' };
  const connector = await api.post(`${experiencePath}/social-connectors/github`, { body });
  expect(connector.body.callbackUrls).toContain(`https://${domain}/login/callback/github`);
});
