import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issuerMetadata } from '../src/provider/metadata.ts';
import type { MadeTenant } from './hub-under-test.ts';
import { signInHub } from './sign-in-hub.ts';
import type { SignInHub, TestApplication } from './sign-in-hub.ts';

describe('a login domain of a tenant', () => {
  const host = 'login.acme.example';
  let hub: SignInHub;
  let tenant: MadeTenant;
  let application: TestApplication;
  beforeAll(async () => {
    hub = await signInHub();
    tenant = await hub.makeTenant('acme');
    application = await hub.application(tenant);
    const domain = { tenantId: tenant.id, passkeyRpId: 'acme.example' };
    hub.around.identityFacade.setDomain(host, domain);
  });
  afterAll(() => hub.stop());

  const authorize = (at: string) => {
    const query = new URLSearchParams({
      client_id: application.clientId,
      response_type: 'code',
      scope: 'openid',
      redirect_uri: 'https://app.example.com/callback',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
    });
    return hub.ask(`/oauth2/authorize?${query}`, { host: at });
  };

  it('serves sign-in pages, with its own relying party for passkeys', async () => {
    const answer = await authorize(host);
    expect(answer.status).toBe(303);
    const { location } = answer.headers as { location: string };
    expect(location).toMatch(/^\/login\//);
    const cookie = [answer.headers['set-cookie'] ?? []].flat().map((one) => one.split(';')[0]);
    await hub.ask(location, { host, headers: { cookie: cookie.join('; ') } });
    expect(hub.seen.at(-1)).toMatchObject({
      tenant: { id: tenant.id, issuer: tenant.issuer },
      passkeyRpId: 'acme.example',
    });
  });

  it('returns errors as pages, not as JSON', async () => {
    const { status, text } = await hub.ask('/oauth2/authorize?client_id=nobody', { host });
    expect([status, text]).toEqual([
      400,
      expect.stringContaining('We don’t recognize this application'),
    ]);
  });

  it('does not serve client endpoints', async () => {
    for (const path of ['/.well-known/openid-configuration', '/oauth2/jwks'])
      expect((await hub.ask(path, { host })).status).toBe(404);
    const token = { grant_type: 'client_credentials' };
    expect((await hub.ask('/oauth2/token', { host, form: token })).status).toBe(404);
  });

  it('belongs to no tenant until it is verified', async () => {
    expect((await authorize('login.other.example')).status).toBe(404);
  });
});

describe('issuerMetadata', () => {
  it("lists the tenant's custom claims once", () => {
    const { claims_supported: claims } = issuerMetadata({
      issuer: 'https://a.example',
      customClaims: ['plan', 'email'],
      locales: ['en'],
      protectedResources: [],
    });
    expect(claims).toContain('plan');
    expect((claims as string[]).filter((name) => name === 'email')).toHaveLength(1);
  });
});
