import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allScopes, selfScopes } from '@platform/contracts';
import { decodeJwt } from 'jose';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { managementPlatform } from './management-platform.ts';
import type { ManagementPlatform } from './management-platform.ts';
import type { MadeTenant } from './hub-under-test.ts';
import { signInAt, signInHub } from './sign-in-hub.ts';
import type { SignInHub } from './sign-in-hub.ts';

const path = '/api/v1/applications';
const scopes = [...selfScopes];

describe('the scopes of the own account', () => {
  let hub: SignInHub;
  let tenant: MadeTenant;
  beforeAll(async () => {
    hub = await signInHub();
    tenant = await hub.makeTenant('selves');
    hub.setUser(tenant);
  });
  afterAll(() => hub.stop());

  const granted = async (settings: object) => {
    const allowedScopes = ['openid', ...scopes];
    const application = await hub.application(
      tenant,
      { ...settings },
      { scopes: allowedScopes },
    );
    const config = await hub.client(application);
    const { access_token: token } = await signInAt(config, hub.browser(), {
      scope: allowedScopes.join(' '),
    });
    return String(decodeJwt(token)['scope']).split(' ').sort();
  };

  it('are granted to users without a role, at first-party applications', async () => {
    expect(await granted({})).toEqual(['openid', ...scopes]);
  });

  it('are not granted to other applications, even if they were allowed them', async () => {
    expect(await granted({ firstParty: false })).toEqual(['openid']);
  });

  it('are not granted to a client that acts for itself', async () => {
    const application = await hub.application(
      tenant,
      { grantTypes: ['client_credentials'] },
      { scopes: [...scopes, 'custom'] },
    );
    const answer = await hub.ask('/oauth2/token', {
      host: tenant.host,
      form: { grant_type: 'client_credentials' },
      headers: {
        authorization: `Basic ${Buffer.from(`${application.clientId}:${application.secret}`).toString('base64')}`,
      },
    });
    expect(String(decodeJwt(answer.body.access_token)['scope'])).toBe('custom');
  });
});

describe('an application with scopes of the own account', () => {
  let platform: ManagementPlatform;
  let tenant: TestTenant;
  beforeAll(async () => {
    platform = await managementPlatform();
    tenant = platform.hub.tenant('selves');
  });
  afterAll(() => platform.stop());

  const create = async (granting: readonly string[], body: object) => {
    const api = await platform.as({ tenant, scopes: granting });
    return (await api.post(path, { body: { name: 'App', allowedScopes: scopes, ...body } })).body;
  };

  it('is registered by those who have every scope of the tenant', async () => {
    const made = await create(allScopes, { type: 'web' });
    expect(made.allowedScopes).toEqual(scopes);
    const most = allScopes.filter((scope) => scope !== 'tenant:roles.write');
    const refused = await create(most, { type: 'web' });
    expect(refused).toMatchObject({
      code: 'insufficient_scope',
      errors: [
        { pointer: '/allowedScopes/0', detail: 'tenant:roles.write' },
        { pointer: '/allowedScopes/1', detail: 'tenant:roles.write' },
      ],
    });
    const weaker = await platform.as({ tenant, scopes: most });
    const moved = await weaker.patch(`${path}/${made.clientId}`, {
      body: { redirectUris: ['https://evil.example.com/callback'] },
    });
    expect(moved.body.code).toBe('insufficient_scope');
  });

  it.each([
    ['a third party', { type: 'web', firstParty: false }],
    ['a client without users', { type: 'm2m' }],
  ])('is not %s', async (_what, body) => {
    expect(await create(allScopes, body)).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/allowedScopes/0' }, { pointer: '/allowedScopes/1' }],
    });
  });
});
