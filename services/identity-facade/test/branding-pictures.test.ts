import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { experiencePath, experiencePlatform } from './experience-fixtures.ts';
import type { ExperiencePlatform } from './experience-fixtures.ts';

const path = `${experiencePath}/assets`;
const brandingPath = `${experiencePath}/branding`;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const sha256 = createHash('sha256').update(png).digest('hex');
const url = `/login/assets/${sha256}`;
const upload = (content: Buffer | string) => ({
  body: { content: Buffer.from(content).toString('base64') },
});
/** A picture unlike any other, since its trailing bytes differ. */
const anotherPng = (n: number) => Buffer.concat([png, deflateSync(Buffer.from([n]))]);

let on: ExperiencePlatform;
beforeAll(async () => {
  on = await experiencePlatform();
});
afterAll(() => on.stop());

const getAsset = (tenantId: string) =>
  on
    .rpcAs('hub')
    .service('platform.identity.v1.LoginExperience')
    .GetAsset({ tenantId, sha256 }, { deadlineMs: 5_000 });

describe('loginExperienceUploadAsset', () => {
  test('stores a picture under its digest, with one event, and serves it to the hub', async () => {
    const { tenant, api } = await on.tenant();
    const first = await api.post(path, upload(png));
    expect([first.status, first.body]).toEqual([
      200,
      {
        url,
        sha256,
        mediaType: 'image/png',
        width: 1,
        height: 1,
        bytes: png.length,
        createdAt: expect.any(String),
      },
    ]);
    expect((await api.post(path, upload(png))).body).toEqual(first.body);
    const { contentType, content } = await getAsset(tenant.id);
    expect(contentType).toBe('image/png');
    expect(Buffer.from(content).equals(png)).toBe(true);
    const events = await on.events(tenant.id, 'login_experience.asset_uploaded');
    expect(events).toEqual([{ branding: { id: 'branding' }, sha256, mediaType: 'image/png' }]);
  });

  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'],
    ['a script', '<svg width="1" height="1"><script>alert(1)</script></svg>'],
    ['HTML', '<html></html>'],
    ['more than 512 KiB', Buffer.concat([png, Buffer.alloc(524_288)])],
  ])('rejects %s', async (_, content) => {
    const { api } = await on.tenant();
    const { status, body } = await api.post(path, upload(content));
    expect(status).toBe(422);
    expect(body.errors[0]).toMatchObject({ pointer: '/content', code: 'invalid_format' });
  });

  test('requires the scope to write', async () => {
    const { tenant } = await on.tenant();
    const reader = await on.platform.as({ tenant, scopes: ['tenant:idp.read'] });
    expect((await reader.post(path, upload(png))).status).toBe(403);
  });

  test('is limited to 50 pictures, of which unused ones make room after a week', async () => {
    const { tenant, api } = await on.tenant();
    await api.post(path, upload(png));
    await on.sql(
      `INSERT INTO branding_pictures SELECT tenant_id, 'x' || n, media_type, width, height, content, created_at, unused_since
       FROM branding_pictures, generate_series(1, 49) AS n WHERE tenant_id = $1`,
      [tenant.id],
    );
    const full = await api.post(path, upload(anotherPng(1)));
    expect([full.status, full.body.code]).toEqual([422, 'limit_exceeded']);
    expect((await api.post(path, upload(png))).status).toBe(200);
    await on.sql(
      `UPDATE branding_pictures SET unused_since = now() - interval '8 days' WHERE sha256 = 'x1' AND tenant_id = $1`,
      [tenant.id],
    );
    expect((await api.post(path, upload(anotherPng(1)))).status).toBe(200);
  });
});

describe('a branding with an uploaded picture', () => {
  const age = (tenantId: string) =>
    on.sql(
      `UPDATE branding_pictures SET unused_since = unused_since - interval '8 days' WHERE tenant_id = $1`,
      [tenantId],
    );

  test('shows it without a copy, and keeps it while the branding uses it', async () => {
    const { tenant, api } = await on.tenant();
    await api.post(path, upload(png));
    const { status, body } = await api.put(brandingPath, { body: { logoUrl: url } });
    expect(status).toBe(200);
    expect(body.assets).toEqual([
      {
        kind: 'logo',
        sourceUrl: url,
        status: 'ready',
        failureReason: null,
        sha256,
        mediaType: 'image/png',
        width: 1,
        height: 1,
      },
    ]);
    await age(tenant.id);
    await api.put(brandingPath, { body: { logoUrl: url, layout: 'split_left' } });
    expect((await getAsset(tenant.id)).contentType).toBe('image/png');
    await api.put(brandingPath, { body: {} });
    expect((await getAsset(tenant.id)).contentType).toBe('image/png');
    await age(tenant.id);
    await api.put(brandingPath, { body: {} });
    await expect(getAsset(tenant.id)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('can be previewed before it is saved', async () => {
    const { tenant, api } = await on.tenant();
    await api.post(path, upload(png));
    const { body } = await api.post(`${experiencePath}/previews`, {
      body: { branding: { logoUrl: url } },
    });
    const { contentJson } = await on
      .rpcAs('hub')
      .service('platform.identity.v1.Previews')
      .Resolve({ tenantId: tenant.id, ticket: body.ticket });
    expect(JSON.parse(contentJson).branding.logoPath).toBe(url);
  });

  test('cannot use one of another tenant', async () => {
    const [one, other] = [await on.tenant(), await on.tenant()];
    await one.api.post(path, upload(png));
    const { status, body } = await other.api.put(brandingPath, {
      body: { overrides: [{ clientId: 'ledger', logoUrl: url }] },
    });
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      expect.objectContaining({ pointer: '/overrides/0/logoUrl', code: 'not_found' }),
    ]);
    await expect(getAsset(other.tenant.id)).rejects.toMatchObject({ code: 'not_found' });
    const preview = await other.api.post(`${experiencePath}/previews`, {
      body: { branding: { logoUrl: url } },
    });
    expect(preview.body.errors[0]).toMatchObject({ pointer: '/branding/logoUrl' });
  });
});
