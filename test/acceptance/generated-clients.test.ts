import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { sharedPlatform } from '@platform/testkit/platform';
import type { PlatformUnderTest } from '@platform/testkit/platform';
import { callWith, callers, compileClients } from '../openapi/generated-clients.ts';

let platform: PlatformUnderTest;

beforeAll(async () => {
  [platform] = await Promise.all([sharedPlatform(['acme']), compileClients()]);
}, 300_000);

test.each(callers)('%s calls three operations', { timeout: 60_000 }, async (caller) => {
  const token = await platform.token('acme');
  const email = `${randomUUID()}@example.com`;
  expect(await callWith(caller, [platform.ready.gateway, token, email])).toEqual({
    displayName: 'Ada Lovelace',
    listed: [true],
    code: 'not_found',
    detail: 'User ids begin with usr_',
  });
});
