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
}, 120_000);

test('a policy refuses an application its tokens as soon as it is enabled, and no longer than that', async () => {
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
}, 60_000);
