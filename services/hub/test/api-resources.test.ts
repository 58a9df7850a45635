import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodeJwt } from 'jose';
import { hubUnderTest } from './hub-under-test.ts';
import type { HubUnderTest, MadeTenant } from './hub-under-test.ts';

let hub: HubUnderTest;
let acme: MadeTenant;

beforeAll(async () => {
  hub = await hubUnderTest({ 'platform.gateway.public-base-url': 'https://api.platform.test/' });
  acme = await hub.makeTenant('acme');
});
afterAll(() => hub.stop());

it.each([
  'urn:platform:product-api',
  'https://api.platform.test',
  'https://api.platform.test/api/v1',
  'https://acme.platform.localhost',
  'https://acme.platform.localhost/api/v1',
])(
  'the resource %s, which the API uses for itself, is accepted without configuration',
  async (resource) => {
    expect(decodeJwt((await hub.token(acme, { resource })).body.access_token).aud).toBe(
      'product-api',
    );
  },
);

it.each([
  'https://api.platform.test/',
  'https://api.platform.test/api',
  'http://localhost:8082',
  'https://globex.platform.localhost',
])('the resource %s is rejected', async (resource) => {
  expect((await hub.token(acme, { resource })).body.error).toBe('invalid_target');
});
