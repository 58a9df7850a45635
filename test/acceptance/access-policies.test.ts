import { beforeAll, expect, test } from 'vitest';
import { accessToken } from '@platform/dev/access-token';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';

let platform: PlatformUnderTest;
let token: string;
let clientId: string;
let issued: () => Promise<string>;

beforeAll(async () => {
  platform = await sharedPlatform(['acme']);
  token = await platform.token('acme');
  const { body } = await platform.call('post', '/api/v1/applications', {
    token,
    body: { name: 'Nightly', type: 'm2m', allowedScopes: ['tenant:events.read'] },
  });
  ({ clientId } = body);
  const acme = platform.tenant('acme');
  issued = () =>
    accessToken(platform.ready.hub, { ...acme, clientId, clientSecret: body.clientSecret }).then(
      () => 'a token',
      (error: Error) => error.message,
    );
});

test('a policy denies an application tokens exactly while it is enabled', async () => {
  const path = `/api/v1/clients/${clientId}/access-policies`;
  expect(await issued()).toBe('a token');
  const { body: policy } = await platform.call('post', path, {
    token,
    body: {
      name: 'From the office',
      conditions: {
        principalTypes: ['client'],
        networks: { exclude: { cidrs: ['203.0.113.0/24'] } },
      },
      controls: { block: true, denyMessage: { en: 'Only from the office.' } },
    },
  });
  expect([policy.mode, await issued()]).toEqual(['report_only', 'a token']);
  expect(
    (await platform.call('patch', `${path}/${policy.id}`, { token, body: { mode: 'enabled' } }))
      .status,
  ).toBe(200);
  expect(await issued()).toMatch(/access_denied.*Only from the office\./);
  expect((await platform.call('delete', `${path}/${policy.id}`, { token })).status).toBe(200);
  expect(await issued()).toBe('a token');
});

/** A policy of an application that takes effect immediately. */
async function enabled(application: string, policy: object): Promise<{ id: string }> {
  const { status, body } = await platform.call(
    'post',
    `/api/v1/clients/${application}/access-policies`,
    { token, body: { name: 'A test', mode: 'enabled', ...policy } },
  );
  expect([status, body.errors]).toEqual([200, undefined]);
  return body;
}
const reasonOf = (signedIn: Promise<unknown>): Promise<string> =>
  signedIn.then(
    () => 'a token',
    (error: { error?: string; error_description?: string }) =>
      `${error.error}: ${error.error_description}`,
  );

test('a policy denies sign-ins, and existing sessions at the next refresh', async () => {
  const [ada, clientId] = await Promise.all([
    platform.person('acme'),
    platform.signInApplication('acme', []),
  ]);
  const application = { clientId, scopes: [] };
  const before = await platform.signIn('acme', ada, application);
  const policy = await enabled(clientId, {
    conditions: { principalTypes: ['user'] },
    controls: { block: true, denyMessage: { en: 'Closed today.' } },
  });
  expect(await reasonOf(platform.signIn('acme', ada, application))).toMatch(
    /access_denied.*Closed today\./,
  );
  expect(await reasonOf(before.refresh())).toMatch(/access_denied.*Closed today\./);
  const path = `/api/v1/clients/${clientId}/access-policies/${policy.id}`;
  expect((await platform.call('delete', path, { token })).status).toBe(200);
  expect(await reasonOf(platform.signIn('acme', ada, application))).toBe('a token');
});

test('a policy that requires more assurance blocks refreshes until the user steps up', async () => {
  const [ada, clientId] = await Promise.all([
    platform.person('acme'),
    platform.signInApplication('acme', []),
  ]);
  const signedIn = await platform.signIn('acme', ada, { clientId, scopes: [] });
  await enabled(clientId, {
    conditions: { principalTypes: ['user'] },
    controls: { assurance: { acr: 'aal2' } },
  });
  expect(await reasonOf(signedIn.refresh())).toBe(
    'access_denied: an access policy of the client requires the user to sign in again',
  );
});
