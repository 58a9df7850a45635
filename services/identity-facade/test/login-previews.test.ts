import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { experiencePath, experiencePlatform } from './experience-fixtures.ts';
import type { ExperiencePlatform } from './experience-fixtures.ts';

const path = `${experiencePath}/previews`;
let on: ExperiencePlatform;

beforeAll(async () => {
  on = await experiencePlatform();
});
afterAll(() => on.stop());

const resolve = async (tenantId: string, ticket: string): Promise<any> => {
  const { contentJson } = await on
    .rpcAs('hub')
    .service('platform.identity.v1.Previews')
    .Resolve({ tenantId, ticket });
  return JSON.parse(contentJson);
};

describe('loginExperienceCreatePreview', () => {
  test('resolves a branding that has not been saved, and saves nothing', async () => {
    const { tenant, api } = await on.tenant();
    on.platform.hub.setClient(tenant, 'ledger');
    const before = (await api.get(`${experiencePath}/branding`)).body;
    const { status, body } = await api.post(path, {
      body: {
        page: 'password',
        scheme: 'dark',
        locale: 'de',
        clientId: 'ledger',
        branding: {
          displayName: 'Engines',
          colors: { primary: '#0A5C36' },
          supportedLocales: ['en', 'de'],
          texts: { de: { 'login.title': 'Hallo' } },
          customCss: '.tenant-theme h1 { color: red }',
        },
      },
    });
    expect([status, body]).toEqual([
      200,
      {
        ticket: expect.stringMatching(/^[\w-]{43}$/),
        path: `/web/preview/${body.ticket}`,
        expiresAt: expect.any(String),
        accessibility: { level: 'AA', checks: expect.any(Array) },
        warnings: [],
      },
    ]);
    const content = await resolve(tenant.id, body.ticket);
    expect(content).toMatchObject({
      page: 'password',
      scheme: 'dark',
      locale: 'de',
      branding: { displayName: 'Engines' },
      texts: { 'login.title': 'Hallo' },
    });
    expect(content.themeCss).toContain('--primary:#0a5c36');
    expect(content.themeCss).toContain('h1');
    expect((await api.get(`${experiencePath}/branding`)).body).toEqual(before);
    const records = await on.sql(
      `SELECT 1 FROM outbox WHERE tenant_id = $1 AND subject LIKE '%loginExperienceCreatePreview'`,
      [tenant.id],
    );
    expect(records).toEqual([]);
  });

  test('shows the saved branding by default', async () => {
    const { tenant, api } = await on.tenant();
    await api.put(`${experiencePath}/branding`, { body: { displayName: 'Saved' } });
    const { body } = await api.post(path, { body: {} });
    expect(await resolve(tenant.id, body.ticket)).toMatchObject({
      page: 'identify',
      scheme: null,
      branding: { displayName: 'Saved' },
    });
  });

  test('rejects a branding that could not be saved, and unknown applications', async () => {
    const { api } = await on.tenant();
    const rejected = async (body: object) => {
      const answer = await api.post(path, { body });
      return [answer.status, answer.body.errors?.[0]?.pointer];
    };
    expect(await rejected({ branding: { colors: { text: '#FFFFFF' } } })).toEqual([
      422,
      expect.stringMatching(/^\/branding\/colors/),
    ]);
    expect(await rejected({ branding: { customCss: 'body { color: red' } })).toEqual([
      422,
      '/branding/customCss',
    ]);
    expect(await rejected({ clientId: 'nothing' })).toEqual([422, '/clientId']);
    expect(await rejected({ page: 'admin' })).toEqual([422, '/page']);
  });

  test('has tickets that expire, of one tenant, and only the newest', async () => {
    const { tenant, api } = await on.tenant();
    const { ticket } = (await api.post(path, { body: {} })).body;
    const other = (await on.tenant()).tenant;
    await expect(resolve(other.id, ticket)).rejects.toMatchObject({ code: 'not_found' });
    await expect(resolve(tenant.id, `${ticket.slice(1)}x`)).rejects.toMatchObject({
      code: 'not_found',
    });
    for (let i = 0; i < 50; i++) await api.post(path, { body: {} });
    await expect(resolve(tenant.id, ticket)).rejects.toMatchObject({ code: 'not_found' });
    const last = (await api.post(path, { body: {} })).body.ticket;
    await on.sql(`UPDATE login_previews SET expires_at = now() WHERE tenant_id = $1`, [tenant.id]);
    await expect(resolve(tenant.id, last)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('requires the scope', async () => {
    const { tenant } = await on.tenant();
    const caller = await on.platform.as({ tenant, scopes: ['tenant:users.read'] });
    expect((await caller.post(path, { body: {} })).status).toBe(403);
  });
});

test('a preview with the policy `warn` names the nearest color for one without contrast', async () => {
  const { api } = await on.tenant();
  const { status, body } = await api.post(path, {
    body: { branding: { contrastPolicy: 'warn', colors: { mutedText: '#B0B0B0' } } },
  });
  expect([status, body.accessibility.level]).toEqual([200, 'fail']);
  const failed = body.accessibility.checks.filter(({ passes }: { passes: boolean }) => !passes);
  expect(failed).toEqual([
    expect.objectContaining({
      scheme: 'light',
      pair: 'mutedText/surface',
      nearest: expect.stringMatching(/^#[0-9A-F]{6}$/),
    }),
  ]);
  expect(body.warnings[0].pointer).toBe('/colors/mutedText');
});
