import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SsfConfiguration } from '@platform/contracts';
import { hubUnderTest } from './hub-under-test.ts';
import type { HubUnderTest, MadeTenant } from './hub-under-test.ts';

const path = '/.well-known/ssf-configuration';
let hub: HubUnderTest;
let acme: MadeTenant;

beforeAll(async () => {
  hub = await hubUnderTest({
    'platform.gateway.public-base-url': 'https://api.platform.test:8443',
  });
  acme = await hub.makeTenant('acme');
});
afterAll(() => hub.stop());

describe('the metadata of the security event transmitter', () => {
  it('is served on the host of the issuer and names the API on that host (SSF 1.0 §7.1)', async () => {
    const { status, headers, body } = await hub.ask(path, { host: acme.host });
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    const api = `https://${new URL(acme.issuer).hostname}:8443`;
    expect(SsfConfiguration.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      issuer: acme.issuer,
      jwks_uri: `${acme.issuer}/oauth2/jwks`,
      configuration_endpoint: `${api}/ssf/streams`,
      verification_endpoint: `${api}/ssf/verify`,
    });
  });

  it('is not found on a host without a tenant, and is read-only', async () => {
    expect((await hub.ask(path, { host: 'unknown.platform.localhost' })).status).toBe(404);
    expect((await hub.ask(path, { host: acme.host, method: 'POST' })).status).toBe(405);
  });
});
