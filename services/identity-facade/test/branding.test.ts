import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@platform/kit/ids';
import type { TestApi } from '@platform/testkit/service';
import { publishSiblingEvent } from './bus-events.ts';
import { eventually } from '@platform/testkit/eventually';
import { experiencePath, experiencePlatform } from './experience-fixtures.ts';
import type { ExperiencePlatform } from './experience-fixtures.ts';
import { startWebServer } from '@platform/testkit/web-server';
import type { WebServer } from '@platform/testkit/web-server';

const path = `${experiencePath}/branding`;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const host = 'cdn.example.com';
const files: Record<string, { status?: number; body: string | Buffer }> = {
  '/logo.png': { body: png },
  '/evil.svg': { body: '<svg width="1" height="1"><script>alert(1)</script></svg>' },
  '/absent.png': { status: 404, body: '' },
  '/large.png': { body: Buffer.concat([png, Buffer.alloc(600 * 1024)]) },
};

let web: WebServer;
let on: ExperiencePlatform;
beforeAll(async () => {
  web = await startWebServer([host], (req, res) => {
    const { status = 200, body } = files[req.url ?? ''] ?? { status: 404, body: '' };
    // The declared type is wrong: the bytes decide.
    res.writeHead(status, { 'content-type': 'text/html' }).end(body);
  });
  on = await experiencePlatform({ egress: web.egress });
});
afterAll(async () => {
  await on.stop();
  await web.stop();
});

const assetOf = (api: TestApi, status: string) =>
  eventually(async () => {
    const [asset] = (await api.get(path)).body.assets;
    return asset?.status === status && asset;
  });

describe('loginExperienceGetBranding', () => {
  test('returns the defaults if nothing is stored', async () => {
    const { api } = await on.tenant();
    const { status, body, headers } = await api.get(path);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: 'branding',
      isDefault: true,
      version: 0,
      themeMode: 'auto',
      defaultLocale: 'en',
      supportedLocales: ['en'],
      assets: [],
      warnings: [],
    });
    expect(body.displayName).toBeTruthy();
    expect(body.accessibility.level).toBe('AA');
    expect(headers.get('etag')).toBe('"0"');
  });
});

describe('loginExperiencePutBranding', () => {
  test('replaces everything, normalized, and emits an event', async () => {
    const { tenant, api } = await on.tenant();
    const body = {
      displayName: 'Acme',
      colors: { primary: '#15c' },
      customCss: '.card{border-width:2px}',
      texts: { de: { 'login.title': 'Hallo' } },
      defaultLocale: 'DE-ch',
      supportedLocales: ['de-CH', 'en'],
    };
    const first = await api.put(path, { body });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      isDefault: false,
      version: 1,
      displayName: 'Acme',
      colors: { primary: '#1155CC' },
      defaultLocale: 'de-CH',
    });
    const second = await api.put(path, { body: {} });
    expect(second.body).toMatchObject({ version: 2, colors: {}, customCss: null, texts: {} });
    const [told] = await on.events(tenant.id, 'login_experience.branding_updated');
    expect(told?.changed).toContain('/customCss');
    expect(told?.branding).not.toHaveProperty('customCss');
    expect(told?.branding).not.toHaveProperty('texts');
    expect(told?.branding.customCssSha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test('rejects colors without contrast and suggests the nearest that passes', async () => {
    const { api } = await on.tenant();
    const colors = { text: '#9A9A9A' };
    const rejected = await api.put(path, { body: { colors } });
    expect(rejected.status).toBe(422);
    const [error] = rejected.body.errors;
    expect(error).toMatchObject({ pointer: '/colors/text', code: 'contrast_too_low' });
    const nearest = /passes is (#[0-9A-F]{6})/.exec(error.detail)?.[1];
    expect((await api.put(path, { body: { colors: { text: nearest } } })).status).toBe(200);
  });

  test('accepts them with a warning under the policy `warn`, unless they are illegible', async () => {
    const { api } = await on.tenant();
    const contrastPolicy = 'warn';
    const warned = await api.put(path, { body: { contrastPolicy, colors: { text: '#9A9A9A' } } });
    expect(warned.status).toBe(200);
    expect(warned.body.accessibility.level).toBe('fail');
    expect(warned.body.warnings[0]).toMatchObject({ pointer: '/colors/text' });
    const illegible = await api.put(path, { body: { contrastPolicy, colors: { text: '#EEE' } } });
    expect(illegible.status).toBe(422);
  });

  test.each([
    [{ logoUrl: 'http://cdn.example.com/x.png' }, '/logoUrl', 'invalid_format'],
    [{ logoUrl: 'https://127.0.0.1/x.png' }, '/logoUrl', 'invalid_format'],
    [{ logoUrl: 'https://intranet/x.png' }, '/logoUrl', 'invalid_format'],
    [{ logoUrl: 'data:image/png;base64,AA' }, '/logoUrl', 'invalid_format'],
    [{ colors: { primary: 'red' } }, '/colors/primary', 'invalid_format'],
    [{ customCss: '@import "x"' }, '/customCss', 'css_forbidden'],
    [{ customCss: 'p{' + 'x'.repeat(70_000) }, '/customCss', 'invalid_format'],
    [{ defaultLocale: 'fr' }, '/supportedLocales', 'invalid_format'],
    [{ overrides: [{ displayName: 'x' }] }, '/overrides/0', 'invalid_format'],
    [{ overrides: [{ clientId: 'a' }, { clientId: 'a' }] }, '/overrides/1', 'invalid_format'],
    [
      { overrides: [{ clientId: 'a', primaryColor: '#FF0' }] },
      '/overrides/0/primaryColor',
      'contrast_too_low',
    ],
    [{ texts: { de: { 'other.key': 'x' } } }, '/texts/de/other.key', 'invalid_format'],
    [{ texts: { de: { 'login.title': 'x\u202e' } } }, '/texts/de/login.title', 'invalid_format'],
    [{ logo: 'x' }, '/logo', 'unknown_member'],
  ])('rejects %j', async (body, pointer, code) => {
    const { api } = await on.tenant();
    const { status, body: answer } = await api.put(path, { body });
    expect(status).toBe(422);
    expect(answer.errors[0]).toMatchObject({ pointer, code });
  });

  test('rejects a stale ETag', async () => {
    const { api } = await on.tenant();
    const put = (tag: string) => api.put(path, { body: {}, headers: { 'if-match': tag } });
    expect((await put('"0"')).status).toBe(200);
    expect((await put('"0"')).status).toBe(412);
    expect((await put('"1"')).body.version).toBe(2);
  });

  test('assigns different versions to concurrent writers', async () => {
    const { api } = await on.tenant();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => api.put(path, { body: { displayName: `n${n}` } })),
    );
    expect(answers.map(({ body }) => body.version).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('is visible only to its tenant', async () => {
    const [one, other] = [await on.tenant(), await on.tenant()];
    await one.api.put(path, { body: { displayName: 'One' } });
    expect((await other.api.get(path)).body.isDefault).toBe(true);
  });

  test('requires the scope to write', async () => {
    const { tenant } = await on.tenant();
    const reader = await on.platform.as({ tenant, scopes: ['tenant:idp.read'] });
    expect((await reader.put(path, { body: {} })).status).toBe(403);
  });
});

describe('images of a branding', () => {
  const getAsset = (tenantId: string, sha256: string, account = 'hub') =>
    on
      .rpcAs(account)
      .service('platform.identity.v1.LoginExperience')
      .GetAsset({ tenantId, sha256 }, { deadlineMs: 5_000 });

  test('are copied, typed by their bytes, and served to the hub', async () => {
    const { tenant, api } = await on.tenant();
    await api.put(path, { body: { logoUrl: `https://${host}/logo.png` } });
    const asset = await assetOf(api, 'ready');
    const sha256 = createHash('sha256').update(png).digest('hex');
    expect(asset).toMatchObject({ kind: 'logo', sha256, mediaType: 'image/png', width: 1 });
    const { contentType, content } = await getAsset(tenant.id, sha256);
    expect(contentType).toBe('image/png');
    expect(Buffer.from(content).equals(png)).toBe(true);
    const other = await on.tenant();
    await expect(getAsset(other.tenant.id, sha256)).rejects.toMatchObject({ code: 'not_found' });
    await expect(getAsset(tenant.id, sha256, 'directory')).rejects.toMatchObject({
      code: 'caller_not_allowed',
    });
  });

  test.each([
    ['/evil.svg', 'svg_script'],
    ['/absent.png', 'http_404'],
    ['/large.png', 'too_large'],
  ])('%s fails: %s', async (file, failureReason) => {
    const { api } = await on.tenant();
    await api.put(path, { body: { logoUrl: `https://${host}${file}` } });
    expect(await assetOf(api, 'failed')).toMatchObject({ failureReason, sha256: null });
  });

  test('the style sheet is served by its digest, and for a while after it was replaced', async () => {
    const { tenant, api } = await on.tenant();
    await api.put(path, { body: { customCss: '.card{border-width:3px}' } });
    const [row] = await on.sql<{ sha256: string }>(
      'SELECT theme_sha256 AS sha256 FROM branding WHERE tenant_id = $1',
      [tenant.id],
    );
    await api.put(path, { body: {} });
    const { contentType, content } = await getAsset(tenant.id, row!.sha256);
    expect(contentType).toBe('text/css; charset=utf-8');
    expect(Buffer.from(content).toString()).toContain('.tenant-theme .card{border-width:3px}');
  });
});

test('overrides are deleted with their application', async () => {
  const { tenant, api } = await on.tenant();
  const overrides = [
    { clientId: 'gone', displayName: 'A' },
    { clientId: 'kept', displayName: 'B' },
  ];
  await api.put(path, { body: { overrides } });
  await publishSiblingEvent(on.platform.service, tenant.id, {
    type: 'client.deleted',
    id: newId('event'),
    subject: { type: 'client', id: 'gone' },
  });
  const left = await eventually(async () => {
    const { body } = await api.get(path);
    return body.version === 2 && body.overrides;
  });
  expect(left).toEqual([{ clientId: 'kept', displayName: 'B' }]);
});
