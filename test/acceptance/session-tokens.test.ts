import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '@platform/testkit/eventually';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';

let platform: PlatformUnderTest;
let clientId: string;
const scopes = ['tenant:users.read'];

beforeAll(async () => {
  platform = await sharedPlatform(['acme']);
  const token = await platform.token('acme');
  const role = { key: 'reader', displayName: 'Reader', permissions: scopes };
  const made = await platform.call('post', '/api/v1/roles', { token, body: role });
  expect(made.status).toBe(200);
  clientId = await platform.signInApplication('acme', scopes);
});

const isAccepted = async (token: string): Promise<boolean> =>
  (await platform.call('get', '/api/v1/directory/users', { token })).status === 200;

describe('the end of a session', () => {
  it('ends its access tokens at the gateway within a second, and no others', async () => {
    const ada = await platform.person('acme', { roles: ['reader'] });
    const here = await platform.signIn('acme', ada, { clientId, scopes, isOffline: false });
    const elsewhere = await platform.signIn('acme', ada, { clientId, scopes, isOffline: false });
    const offline = await platform.signIn('acme', ada, { clientId, scopes });
    expect(await isAccepted(here.accessToken)).toBe(true);
    await here.signOut();
    await eventually(async () => !(await isAccepted(here.accessToken)), { withinMs: 1_000 });
    await offline.signOut();
    expect([
      await isAccepted(elsewhere.accessToken),
      await isAccepted(offline.accessToken),
    ]).toEqual([true, true]);
  });
});
