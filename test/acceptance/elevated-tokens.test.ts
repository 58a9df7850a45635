import { beforeAll, expect, test } from 'vitest';
import { eventually } from '@platform/testkit/eventually';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';

let platform: PlatformUnderTest;
let token: string;

beforeAll(async () => {
  platform = await sharedPlatform(['demo']);
  token = await platform.token('demo');
});

const made = async (path: string, body: unknown, as = token): Promise<any> => {
  const answer = await platform.call('post', path, { body, token: as });
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const claimsIn = (bearer: string): Record<string, any> =>
  JSON.parse(Buffer.from(bearer.split('.')[1]!, 'base64url').toString());

test('an elevation is added to tokens of allowed applications, and its end applies to issued tokens', async () => {
  const scopes = ['tenant:pim.elevate'];
  await made('/api/v1/roles', { key: 'staff', displayName: 'Staff', permissions: scopes });
  const ada = await platform.person('demo', { roles: ['staff'] });
  const clientId = await platform.signInApplication('demo', [...scopes, 'tenant:users.read']);
  const low = await platform.signInApplication('demo', scopes);
  for (const application of [clientId, low]) {
    const on = await platform.call('put', `/api/v1/applications/${application}/token-claims`, {
      token,
      body: { claims: ['elevated_scopes', 'roles'], failureMode: 'deny' },
    });
    expect([on.status, on.body.syncState]).toEqual([200, 'in_sync']);
  }
  const atConsole = await platform.signIn('demo', ada, { clientId, scopes });
  const atShop = await platform.signIn('demo', ada, { clientId: low, scopes });
  const before = atConsole.accessToken;
  expect(claimsIn(before)).toMatchObject({ roles: ['staff'], client_id: clientId, sub: ada.id });
  const list = (bearer: string) =>
    platform
      .call('get', '/api/v1/directory/users', { token: bearer })
      .then((answer) => answer.status);
  expect(await list(before)).toBe(403);

  const eligible = await made('/api/v1/pim/eligible-assignments', {
    principal: { type: 'user', id: ada.id },
    scopes: ['tenant:users.read', 'tenant:users.write'],
    rules: { requireApproval: false, requireJustification: false },
  });
  const activation = await made(
    '/api/v1/pim/activations',
    { eligibleAssignmentId: eligible.id, durationSeconds: 300 },
    before,
  );
  const until = Math.floor(Date.parse(activation.endsAt) / 1000);
  const refreshed = await atConsole.refresh();
  const elevated = refreshed.accessToken;
  expect(claimsIn(elevated)).toMatchObject({
    elevated_scopes: ['tenant:users.read'],
    elevated_until: until,
    exp: until,
  });
  expect(await list(elevated)).toBe(200);
  expect(claimsIn((await atShop.refresh()).accessToken)).not.toHaveProperty('elevated_scopes');

  expect(
    (
      await platform.call('post', `/api/v1/pim/activations/${activation.id}/revoke`, {
        token: elevated,
      })
    ).status,
  ).toBe(200);
  await eventually(async () => (await list(elevated)) === 403);
  expect(claimsIn((await refreshed.refresh()).accessToken)).not.toHaveProperty('elevated_scopes');
});

test('a custom claim is read from the profile, and disappears with its schema', async () => {
  const ada = await platform.person('demo', { profile: { metadata: { team: 'blue' } } });
  const clientId = await platform.signInApplication('demo', []);
  expect(
    (
      await platform.call('put', `/api/v1/applications/${clientId}/token-claims`, {
        token,
        body: { claims: ['custom'], failureMode: 'deny' },
      })
    ).status,
  ).toBe(200);
  let session = await platform.signIn('demo', ada, { clientId, scopes: [] });
  const teamOf = async () => {
    session = await session.refresh();
    return claimsIn(session.accessToken)['team'];
  };
  expect(await teamOf()).toBeUndefined();
  const put = await platform.call('put', '/api/v1/webhook-claim-schemas/team', {
    token,
    body: {
      schema: { type: 'string', enum: ['blue', 'red'] },
      source: { kind: 'attribute', pointer: '/user/metadata/team' },
    },
  });
  expect(put.status).toBe(200);
  const becomes = (expected: unknown): Promise<unknown> =>
    eventually(async () => (await teamOf()) === expected, { what: `the team ${expected}` });
  await becomes('blue');
  expect(
    (
      await platform.call('patch', `/api/v1/directory/users/${ada.id}`, {
        token,
        body: { metadata: { team: 'green' } },
      })
    ).status,
  ).toBe(200);
  await becomes(undefined);
  await platform.call('patch', `/api/v1/directory/users/${ada.id}`, {
    token,
    body: { metadata: { team: 'red' } },
  });
  await becomes('red');
  expect(
    (await platform.call('delete', '/api/v1/webhook-claim-schemas/team', { token })).status,
  ).toBe(200);
  await becomes(undefined);
});
