import { beforeAll, expect, test } from 'vitest';
import { eventually } from '@platform/testkit/eventually';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';

let platform: PlatformUnderTest;
let token: string;

beforeAll(async () => {
  platform = await sharedPlatform(['demo']);
  token = await platform.token('demo');
}, 120_000);

const made = async (path: string, body: unknown, as = token): Promise<any> => {
  const answer = await platform.call('post', path, { body, token: as });
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const claimsIn = (bearer: string): Record<string, any> =>
  JSON.parse(Buffer.from(bearer.split('.')[1]!, 'base64url').toString());

test('an elevation reaches the tokens of an application that may have it, and its end reaches those already out', async () => {
  const { id } = await made('/api/v1/directory/users', { email: 'elevated@example.com' });
  const { clientId } = await made('/api/v1/applications', {
    name: 'Console',
    type: 'm2m',
    allowedScopes: ['tenant:users.read'],
  });
  const low = await made('/api/v1/applications', { name: 'Shop', type: 'm2m' });
  for (const application of [clientId, low.clientId]) {
    const on = await platform.call('put', `/api/v1/applications/${application}/token-claims`, {
      token,
      body: { claims: ['elevated_scopes', 'roles'], failureMode: 'deny' },
    });
    expect([on.status, on.body.syncState]).toEqual([200, 'in_sync']);
  }
  const scopes = ['tenant:pim.elevate'];
  const before = await platform.userToken('demo', id, { clientId, scopes });
  expect(claimsIn(before)).toMatchObject({ roles: [], client_id: clientId });
  const list = (bearer: string) =>
    platform
      .call('get', '/api/v1/directory/users', { token: bearer })
      .then((answer) => answer.status);
  expect(await list(before)).toBe(403);

  const eligible = await made('/api/v1/pim/eligible-assignments', {
    principal: { type: 'user', id },
    scopes: ['tenant:users.read', 'tenant:users.write'],
    rules: { requireApproval: false, requireJustification: false },
  });
  const activation = await made(
    '/api/v1/pim/activations',
    { eligibleAssignmentId: eligible.id, durationSeconds: 900 },
    before,
  );
  const until = Math.floor(Date.parse(activation.endsAt) / 1000);
  const elevated = await platform.userToken('demo', id, { clientId, scopes });
  expect(claimsIn(elevated)).toMatchObject({
    elevated_scopes: ['tenant:users.read'],
    elevated_until: until,
    exp: until,
  });
  expect(await list(elevated)).toBe(200);
  expect(
    claimsIn(await platform.userToken('demo', id, { clientId: low.clientId, scopes })),
  ).not.toHaveProperty('elevated_scopes');

  expect(
    (
      await platform.call('post', `/api/v1/pim/activations/${activation.id}/revoke`, {
        token: elevated,
      })
    ).status,
  ).toBe(200);
  await eventually(async () => (await list(elevated)) === 403, { withinMs: 10_000 });
  expect(claimsIn(await platform.userToken('demo', id, { clientId, scopes }))).not.toHaveProperty(
    'elevated_scopes',
  );
}, 60_000);

test('a claim that the tenant defines comes out of the profile, and is gone with its schema', async () => {
  const { id } = await made('/api/v1/directory/users', {
    email: 'profile@example.com',
    metadata: { team: 'blue' },
  });
  const { clientId } = await made('/api/v1/applications', { name: 'Intranet', type: 'm2m' });
  expect(
    (
      await platform.call('put', `/api/v1/applications/${clientId}/token-claims`, {
        token,
        body: { claims: ['custom'], failureMode: 'deny' },
      })
    ).status,
  ).toBe(200);
  const teamOf = async () =>
    claimsIn(await platform.userToken('demo', id, { clientId, scopes: [] }))['team'];
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
      await platform.call('patch', `/api/v1/directory/users/${id}`, {
        token,
        body: { metadata: { team: 'green' } },
      })
    ).status,
  ).toBe(200);
  await becomes(undefined);
  await platform.call('patch', `/api/v1/directory/users/${id}`, {
    token,
    body: { metadata: { team: 'red' } },
  });
  await becomes('red');
  expect(
    (await platform.call('delete', '/api/v1/webhook-claim-schemas/team', { token })).status,
  ).toBe(200);
  await becomes(undefined);
}, 60_000);
