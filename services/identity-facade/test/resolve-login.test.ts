import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResolveLoginRequest } from '@platform/protos';
import type { LoginFlowHalf } from '../src/login/resolve-login.ts';
import { experiencePath, experiencePlatform } from './experience-fixtures.ts';
import type { ExperiencePlatform } from './experience-fixtures.ts';

const flow: LoginFlowHalf = {
  version: 3,
  activationSequence: 7,
  minimumActivationSequence: 5,
  entrypoint: 'default',
  passwordMinLength: 15,
  definition: { steps: [] },
  binding: null,
};
let on: ExperiencePlatform;
beforeAll(async () => {
  on = await experiencePlatform({
    findFlow: async (_tx, { clientId, pinnedVersion }) => ({
      ...flow,
      version: pinnedVersion ?? flow.version,
      binding: clientId === 'strict' ? { allowedConnectors: ['github'] } : null,
    }),
  });
});
afterAll(() => on.stop());

const resolve = (tenantId: string, more: Partial<ResolveLoginRequest> = {}, account = 'hub') =>
  on
    .rpcAs(account)
    .service('platform.identity.v1.LoginExperience')
    .ResolveLogin({ tenantId, clientId: 'console', ...more }, { deadlineMs: 5_000 });
const connector = { clientId: 'x', clientSecret: 'y' };

describe('LoginExperience/ResolveLogin', () => {
  test('returns the flow and the built-in branding', async () => {
    const { tenant } = await on.tenant();
    const answer = await resolve(tenant.id);
    expect(answer).toMatchObject({
      notModified: false,
      version: 3,
      activationSequence: 7,
      entrypoint: 'default',
      definitionJson: '{"steps":[]}',
      bindingJson: '',
      connectors: [],
      locale: 'en',
      textsJson: '{}',
      themePath: '',
    });
    expect(JSON.parse(answer.brandingJson)).toMatchObject({ themeMode: 'auto', logoPath: null });
    expect((await resolve(tenant.id, { pinnedVersion: 2 })).version).toBe(2);
  });

  test('applies the most specific override, whose theme the hub can fetch', async () => {
    const { tenant, api } = await on.tenant();
    const overrides = [
      { clientId: 'console', displayName: 'Console', primaryColor: '#1155CC' },
      { clientId: 'console', organizationId: 'org_1', displayName: 'Org' },
    ];
    await api.put(`${experiencePath}/branding`, { body: { displayName: 'Acme', overrides } });
    const nameOf = async (more: object) =>
      JSON.parse((await resolve(tenant.id, more)).brandingJson).displayName;
    expect(await nameOf({})).toBe('Console');
    expect(await nameOf({ organizationId: 'org_1' })).toBe('Org');
    expect(await nameOf({ clientId: 'other' })).toBe('Acme');
    const { themePath } = await resolve(tenant.id);
    const sha256 = /^\/login\/theme\/([0-9a-f]{64})\.css$/.exec(themePath)?.[1] ?? '';
    const { content } = await on
      .rpcAs('hub')
      .service('platform.identity.v1.LoginExperience')
      .GetAsset({ tenantId: tenant.id, sha256 }, { deadlineMs: 5_000 });
    expect(Buffer.from(content).toString()).toContain('--primary:#1155cc');
  });

  test('selects the locale, with the texts of it and its parents', async () => {
    const { tenant, api } = await on.tenant();
    await api.put(`${experiencePath}/branding`, {
      body: {
        supportedLocales: ['en', 'de-CH', 'fr'],
        texts: { de: { 'login.a': 'A', 'login.b': 'B' }, 'de-CH': { 'login.b': 'CH' } },
      },
    });
    const swiss = await resolve(tenant.id, { uiLocales: ['it', 'de-ch'], acceptLanguage: 'fr' });
    expect(swiss.locale).toBe('de-CH');
    expect(JSON.parse(swiss.textsJson)).toEqual({ 'login.a': 'A', 'login.b': 'CH' });
    expect((await resolve(tenant.id, { acceptLanguage: 'it, fr;q=0.5' })).locale).toBe('fr');
    expect((await resolve(tenant.id, { acceptLanguage: 'it' })).locale).toBe('en');
  });

  test('offers enabled and allowed methods', async () => {
    const { tenant, api } = await on.tenant();
    for (const provider of ['google', 'github'])
      await api.post(`${experiencePath}/social-connectors/${provider}`, { body: connector });
    const body = { ...connector, enabled: false };
    await api.post(`${experiencePath}/social-connectors/x`, { body });
    const providers = async (clientId: string) =>
      (await resolve(tenant.id, { clientId })).connectors.map(({ provider }) => provider);
    expect(await providers('console')).toEqual(['github', 'google']);
    expect(await providers('strict')).toEqual(['github']);
  });

  test('returns only an ETag while the caller’s copy is current', async () => {
    const { tenant, api } = await on.tenant();
    const { etag } = await resolve(tenant.id);
    const current = await resolve(tenant.id, { knownEtag: etag });
    expect(current).toMatchObject({ etag, notModified: true, definitionJson: '' });
    await api.put(`${experiencePath}/branding`, { body: { layout: 'split_left' } });
    expect(await resolve(tenant.id, { knownEtag: etag })).toMatchObject({ notModified: false });
  });

  test('accepts only the hub', async () => {
    const { tenant } = await on.tenant();
    await expect(resolve(tenant.id, {}, 'directory')).rejects.toMatchObject({
      code: 'caller_not_allowed',
    });
  });
});
