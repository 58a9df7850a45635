import { beforeAll, expect, test } from 'vitest';
import { allScopes } from '@platform/contracts';
import { accessToken } from '@platform/dev/access-token';
import { sharedPlatform } from '@platform/testkit/platform';
import type { Answer, PlatformUnderTest } from '@platform/testkit/platform';
import { eventually } from '@platform/testkit/eventually';

let platform: PlatformUnderTest;
let token: string;

beforeAll(async () => {
  platform = await sharedPlatform(['acme']);
  token = await platform.token('acme');
});

const acme = () => platform.tenant('acme');
const fresh = async (): Promise<string[]> => {
  const bearer = await accessToken(platform.ready.hub, acme());
  return (
    JSON.parse(Buffer.from(bearer.split('.')[1]!, 'base64url').toString()) as { scope: string }
  ).scope.split(' ');
};
const operate = async (entitled: boolean): Promise<Answer> =>
  platform.call('put', `/internal/entitlements/${acme().tenantId}/webhooks`, {
    body: { entitled, reason: 'a test' },
    headers: {
      'x-platform-service-authorization': `Bearer ${await platform.cluster.mint('entitlements-operator', 'entitlements-operator')}`,
    },
  });
const webhooks = () => platform.call('get', '/api/v1/webhook-endpoints', { token });

test('a new tenant has all entitlements, and its first administrator is its owner', async () => {
  const { data } = (await platform.call('get', '/api/v1/entitlements', { token })).body;
  expect(data.filter((e: { entitled: boolean }) => !e.entitled)).toEqual([]);
  expect((await fresh()).sort()).toEqual(allScopes);
  const owner = await eventually(
    async () =>
      (await platform.call('get', '/api/v1/role-assignments?role=tenant_owner', { token })).body
        .data[0],
  );
  expect(owner).toMatchObject({ principal: { type: 'client', id: acme().clientId } });
});

test('a revoked family is rejected at the gateway and omitted from tokens until it is granted again', async () => {
  expect((await webhooks()).status).toBe(200);
  expect((await operate(false)).body).toMatchObject({ family: 'webhooks', entitled: false });
  const refused = await eventually(async () => {
    const answer = await webhooks();
    return answer.status === 403 ? answer : undefined;
  });
  expect(refused.body).toMatchObject({ code: 'not_entitled', family: 'webhooks' });
  await eventually(async () =>
    (await fresh()).includes('tenant:webhooks.read') ? undefined : true,
  );
  expect((await operate(true)).status).toBe(200);
  await eventually(async () => ((await webhooks()).status === 200 ? true : undefined));
  await eventually(async () =>
    (await fresh()).includes('tenant:webhooks.read') ? true : undefined,
  );
});

test('affects the tokens of signed-in users', async () => {
  const scopes = ['tenant:webhooks.read', 'tenant:events.read'];
  const [ada, clientId] = await Promise.all([
    platform.person('acme', { roles: ['tenant_owner'] }),
    platform.signInApplication('acme', scopes),
  ]);
  let session = await platform.signIn('acme', ada, { clientId, scopes });
  const mayRead = () => session.scope.split(' ').includes('tenant:webhooks.read');
  expect(mayRead()).toBe(true);
  const becomes = (expected: boolean) =>
    eventually(async () => {
      session = await session.refresh();
      return mayRead() === expected;
    });
  expect((await operate(false)).status).toBe(200);
  await becomes(false);
  expect(session.scope).toContain('tenant:events.read');
  expect((await operate(true)).status).toBe(200);
  await becomes(true);
});
