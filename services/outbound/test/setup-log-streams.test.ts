import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setupLogStreamOperations } from '@platform/contracts';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import type { TestAnswer, TestApi } from '@platform/testkit/service';
import { siemPlatform, sinksPath } from './siem-fixtures.ts';
import type { SiemTestPlatform } from './siem-fixtures.ts';
import { newEvent } from './webhook-fixtures.ts';

const path = '/api/v1/setup/log-streams';
let siem: SiemTestPlatform;

beforeAll(async () => {
  siem = await siemPlatform();
});
afterAll(() => siem.stopAll());

const ok = (answer: TestAnswer) => {
  expect([answer.status, answer.body.errors ?? answer.body.code]).toEqual([200, undefined]);
  return answer.body;
};
const stream = (url: string, more: object = {}) => ({
  kind: 'http',
  name: newId('request'),
  config: { url },
  batch: { maxSeconds: 1 },
  ...more,
});

/** A tenant with its administrator, and contacts of its organizations. */
async function company() {
  const { api: admin, tenant } = await siem.tenant();
  const contact = (organizationId: string): Promise<TestApi> =>
    siem.platform.as({
      tenant,
      userId: newId('setupLink'),
      clientId: 'self-service-bff',
      scopes: ['setup.logs'],
      claims: { org_id: organizationId },
    });
  const organizationId = newId('organization');
  return { admin, tenant, contact, organizationId, api: await contact(organizationId) };
}

describe('setupLogStreamCreate', () => {
  test('streams only events of the organization, from now on', async () => {
    const { api, tenant, organizationId, admin } = await company();
    const { url, received } = siem.destination();
    const made = ok(
      await api.post(path, { body: stream(url, { filter: { channels: ['lifecycle'] } }) }),
    );
    expect(made).toMatchObject({
      organizationId,
      filter: { channels: ['lifecycle'], organizationIds: [organizationId] },
    });
    const own = { ...newEvent(), organizationId };
    const foreign = { ...newEvent(), organizationId: newId('organization') };
    for (const event of [foreign, newEvent(), own]) await siem.publish(tenant.id, event);
    const bodies = await eventually(() => {
      siem.clock.advance(1_000);
      const texts = received().map(({ body }) => body);
      return texts.join('').includes(own.id) ? texts : undefined;
    });
    expect(bodies.join('')).not.toContain(foreign.id);
    expect(ok(await admin.get(`${sinksPath}/${made.id}`)).organizationId).toBe(organizationId);
  });

  test.each([
    [{ filter: { organizationIds: [newId('organization')] } }, '/filter/organizationIds'],
    [{ startFrom: 'oldest' }, '/startFrom'],
  ])('rejects %j', async (more, pointer) => {
    const { api } = await company();
    const answer = await api.post(path, { body: stream('https://logs.example.com/', more) });
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, pointer]);
  });

  test('allows five streams of an organization', async () => {
    const { api } = await company();
    const create = () => api.post(path, { body: stream('https://logs.example.com/') });
    for (let i = 0; i < 5; i++) ok(await create());
    expect((await create()).body.code).toBe('limit_exceeded');
  });
});

describe('a log stream', () => {
  test('is changed, tested, watched and deleted by the contact', async () => {
    const { api, organizationId } = await company();
    const { url, received } = siem.destination();
    const { id } = ok(await api.post(path, { body: stream(url) }));
    const changed = ok(await api.patch(`${path}/${id}`, { body: { name: 'Logs of Union' } }));
    expect(changed).toMatchObject({
      name: 'Logs of Union',
      filter: { organizationIds: [organizationId] },
    });
    expect(ok(await api.post(`${path}/${id}/test`)).delivered).toBe(true);
    expect(received().at(-1)?.body).toContain('siem.test');
    expect(ok(await api.get(`${path}/${id}/health`)).state).toBe('idle');
    ok(await api.delete(`${path}/${id}`));
    expect(ok(await api.get(path)).data).toEqual([]);
  });

  test('keeps its organization', async () => {
    const { api } = await company();
    const { id } = ok(await api.post(path, { body: stream('https://logs.example.com/') }));
    const body = { filter: { organizationIds: null } };
    expect((await api.patch(`${path}/${id}`, { body })).status).toBe(422);
  });
});

describe('a contact', () => {
  const withId = Object.entries(setupLogStreamOperations).filter(([, one]) =>
    one.path.includes('{id}'),
  );
  const call = (api: TestApi, method: string, target: string) =>
    api[method as 'get'](target, method === 'patch' ? { body: { name: 'Changed' } } : {});

  test.each(withId)(
    'finds nothing of another organization, nor of the tenant: %s',
    async (_, { method, path: template }) => {
      const { api, admin, contact, organizationId } = await company();
      const other = await contact(newId('organization'));
      const foreign = ok(await other.post(path, { body: stream('https://logs.example.com/') }));
      const ofTenant = await siem.sink(admin, {
        ...stream('https://logs.example.com/'),
        filter: { organizationIds: [organizationId] },
      });
      for (const id of [foreign.id, ofTenant.id]) {
        const answer = await call(api, method, template.replace('{id}', id));
        expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
      }
      expect(ok(await api.get(path)).data).toEqual([]);
    },
  );

  test('cannot read the sinks of the tenant, and administrators not these', async () => {
    const { api, admin } = await company();
    expect((await api.get(sinksPath)).body.code).toBe('caller_not_allowed');
    expect((await admin.get(path)).body.code).toBe('caller_not_allowed');
  });
});
