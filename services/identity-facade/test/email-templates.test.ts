import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { roomInMinute } from '@platform/testkit/minute';
import { experiencePath, experiencePlatform } from './experience-fixtures.ts';
import type { ExperiencePlatform } from './experience-fixtures.ts';
import { startSmtpMailbox } from './mailbox.ts';
import type { SmtpMailbox } from './mailbox.ts';

const path = `${experiencePath}/email-templates`;
const verify = `${path}/verify_email`;
const body = { subject: 'Confirm', html: '<p><a href="{{ link }}">Confirm</a></p>' };

let box: SmtpMailbox;
let on: ExperiencePlatform;
beforeAll(async () => {
  box = await startSmtpMailbox();
  on = await experiencePlatform(
    {},
    {
      'platform.idp-facade.smtp.host': '127.0.0.1',
      'platform.idp-facade.smtp.port': String(box.port),
      'platform.idp-facade.smtp.security': 'none',
      'platform.idp-facade.smtp.from': 'no-reply@mail.example.com',
      'platform.idp-facade.email.test-send-per-hour': '2',
    },
  );
});
afterAll(async () => {
  await on.stop();
  await box.stop();
});

describe('loginExperienceGetEmailTemplate', () => {
  test('returns the built-in template, with the available variables', async () => {
    const { api } = await on.tenant();
    const { status, body: shown, headers } = await api.get(verify);
    expect(status).toBe(200);
    expect(shown).toMatchObject({
      id: 'verify_email:en',
      locale: 'en',
      requestedLocale: 'en',
      source: 'built_in',
      version: 0,
      requiredVariables: ['link'],
    });
    expect(shown.availableVariables).toContain('user.givenName');
    expect(shown.availableLocales.map((each: any) => each.locale)).toEqual([
      'en',
      'de',
      'fr',
      'es',
    ]);
    expect(headers.get('etag')).toBeTruthy();
  });

  test('returns the fallback of a locale', async () => {
    const { api } = await on.tenant();
    const fallback = await api.get(`${verify}?locale=fr-CA`);
    expect(fallback.body).toMatchObject({ requestedLocale: 'fr-CA', locale: 'en' });
    await api.put(`${experiencePath}/branding`, { body: { supportedLocales: ['en', 'fr'] } });
    expect((await api.get(`${verify}?locale=fr-CA`)).body.locale).toBe('fr');
  });

  test('rejects unknown types and invalid locales', async () => {
    const { api } = await on.tenant();
    expect((await api.get(`${path}/newsletter`)).status).toBe(404);
    expect((await api.get(`${path}/toString`)).status).toBe(404);
    expect((await api.get(`${verify}?locale=not_a_tag`)).status).toBe(400);
    expect((await api.get(`${verify}?lang=de`)).status).toBe(400);
  });
});

describe('loginExperiencePutEmailTemplate', () => {
  test('stores exactly the given locale, in canonical form', async () => {
    const { tenant, api } = await on.tenant();
    const put = await api.put(`${verify}?locale=DE-ch`, { body });
    expect(put.body).toMatchObject({ id: 'verify_email:de-CH', source: 'custom', version: 1 });
    expect((await api.put(`${verify}?locale=de-CH`, { body })).body.version).toBe(2);
    expect((await api.get(`${verify}?locale=de-CH`)).body.version).toBe(2);
    expect((await api.get(verify)).body.source).toBe('built_in');
    const [told] = await on.events(tenant.id, 'login_experience.email_template_updated');
    expect(told?.emailTemplate).toMatchObject({
      type: 'verify_email',
      locale: 'de-CH',
      version: 1,
    });
    expect(JSON.stringify(told)).not.toContain('Confirm');
  });

  test('defaults to the default locale', async () => {
    const { api } = await on.tenant();
    const branding = { defaultLocale: 'fr', supportedLocales: ['fr'] };
    await api.put(`${experiencePath}/branding`, { body: branding });
    expect((await api.put(verify, { body })).body.locale).toBe('fr');
  });

  test('does not accept the ETag of a fallback for another locale', async () => {
    const { api } = await on.tenant();
    await api.put(verify, { body });
    const tag = (await api.get(`${verify}?locale=it`)).headers.get('etag')!;
    const headers = { 'if-match': tag };
    expect((await api.put(`${verify}?locale=it`, { body, headers })).status).toBe(412);
    expect((await api.put(verify, { body, headers })).status).toBe(200);
    expect((await api.put(verify, { body, headers })).status).toBe(412);
  });

  test.each([
    [{ ...body, html: '<p>nothing</p>' }, '/html', 'template_required_variable'],
    [{ ...body, subject: 'a\nb' }, '/subject', 'invalid_format'],
    [{ ...body, fromName: 'www.evil.example' }, '/fromName', 'invalid_format'],
    [{ ...body, enabled: false }, '/enabled', 'template_required'],
    [{ ...body, html: 'x'.repeat(102_401) }, '/html', 'invalid_format'],
    [{ ...body, footer: 'x' }, '/footer', 'unknown_member'],
  ])('rejects %#', async (bad, pointer, code) => {
    const { api } = await on.tenant();
    const { status, body: answer } = await api.put(verify, { body: bad });
    expect(status).toBe(422);
    expect(answer.errors[0]).toMatchObject({ pointer, code });
  });

  test('stops at 50 locales', async () => {
    const { api } = await on.tenant();
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const locales = letters.flatMap((a) => [`${a}a`, `${a}b`]).slice(0, 51);
    const statuses: number[] = [];
    for (const locale of locales)
      statuses.push((await api.put(`${verify}?locale=${locale}`, { body })).status);
    expect(statuses.slice(0, 50).every((status) => status === 200)).toBe(true);
    expect(statuses[50]).toBe(422);
  });
});

describe('loginExperienceDeleteEmailTemplate', () => {
  test('deletes one locale, or all', async () => {
    const { api } = await on.tenant();
    for (const locale of ['en', 'de', 'fr']) await api.put(`${verify}?locale=${locale}`, { body });
    const one = await api.delete(`${verify}?locale=de`);
    expect(one.body).toEqual({ id: 'verify_email:de', deleted: true });
    expect((await api.delete(`${verify}?locale=de`)).status).toBe(404);
    expect((await api.delete(`${verify}?locale=fr&allLocales=true`)).status).toBe(400);
    expect((await api.delete(`${verify}?allLocales=yes`)).status).toBe(400);
    expect((await api.delete(`${verify}?allLocales=true`)).body.id).toBe('verify_email');
    expect((await api.delete(`${verify}?allLocales=true`)).status).toBe(404);
    expect((await api.get(verify)).body.source).toBe('built_in');
  });

  test('is limited to the tenant, and requires the write scope', async () => {
    const [one, other] = [await on.tenant(), await on.tenant()];
    await one.api.put(verify, { body });
    expect((await other.api.delete(verify)).status).toBe(404);
    const reader = await on.platform.as({ tenant: one.tenant, scopes: ['tenant:idp.read'] });
    expect((await reader.delete(verify)).status).toBe(403);
  });
});

describe('loginExperienceTestSendEmailTemplate', () => {
  const send = `${path}/sign_in_code/test-send`;

  test('sends to the support address of the branding for an application', async () => {
    const { api } = await on.tenant();
    const unknown = await api.post(send);
    expect(unknown.status).toBe(422);
    expect(unknown.body.errors[0].code).toBe('recipient_unknown');
    const branding = { displayName: 'Acme', links: { supportEmail: 'help@acme.example' } };
    await api.put(`${experiencePath}/branding`, { body: branding });
    const headers = { 'idempotency-key': 'once' };
    const sent = await api.post(send, { headers });
    expect(sent.status).toBe(200);
    expect(sent.body).toMatchObject({ to: 'help@acme.example', locale: 'en', source: 'built_in' });
    expect(sent.body.smtpResponse).toMatch(/^250/);
    expect((await api.post(send, { headers })).body).toEqual(sent.body);
    const mails = box.mails.filter((mail) => mail.messageId === sent.body.messageId);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toMatch(/^\[Test] /);
    expect(mails[0]?.from?.text).toBe('"Acme" <no-reply@mail.example.com>');
    expect(mails[0]?.text).toContain('481920');
    expect(mails[0]?.headers.get('auto-submitted')).toBe('auto-generated');
  });

  test('sends to the verified address of a user', async () => {
    const { tenant } = await on.tenant();
    const userId = 'usr_01h455vb4pex5vsknk084sn02q';
    const user = await on.platform.as({ tenant, userId });
    on.platform.directory.setUser(tenant.id, userId, {
      identifiers: [{ kind: 'email', value: 'new@example.com', verified: false }],
    } as never);
    expect((await user.post(send)).body.errors?.[0].code).toBe('recipient_unknown');
    on.platform.directory.setUser(tenant.id, userId, {
      identifiers: [{ kind: 'email', value: 'ada@example.com', verified: true }],
    } as never);
    expect((await user.post(send)).body.to).toBe('ada@example.com');
  });

  test("returns the server's error, and enforces the limit", async () => {
    await roomInMinute();
    const { api } = await on.tenant();
    await api.put(`${experiencePath}/branding`, {
      body: { links: { supportEmail: 'help@acme.example' } },
    });
    box.failNext(550, '5.1.1 no such mailbox');
    const refused = await api.post(send);
    expect(refused.status).toBe(502);
    expect(refused.body.detail).toContain('5.1.1');
    expect((await api.post(send)).status).toBe(200);
    const limited = await api.post(send);
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('loginExperienceListEmailTemplates', () => {
  test("lists every type, with the tenant's own templates", async () => {
    const { api } = await on.tenant();
    await api.put(`${verify}?locale=de`, { body });
    const { status, body: list } = await api.get(path);
    expect([status, list.hasMore]).toEqual([200, false]);
    const of = (type: string) => list.data.find((each: any) => each.type === type);
    expect(of('verify_email')).toMatchObject({
      kind: 'link',
      requiredVariables: ['link'],
      linkLifetimeSeconds: 86_400,
      custom: [{ locale: 'de', subject: 'Confirm', enabled: true, updatedAt: expect.any(String) }],
    });
    expect(of('welcome')).toMatchObject({ kind: 'notice', custom: [], linkLifetimeSeconds: null });
    const others = (await (await on.tenant()).api.get(path)).body.data;
    expect(others.every((each: any) => each.custom.length === 0)).toBe(true);
  });
});

describe('loginExperiencePreviewEmailTemplate', () => {
  const preview = `${verify}/preview`;

  test('renders the template that is sent, with sample data and the branding', async () => {
    const { tenant, api } = await on.tenant();
    await api.put(`${experiencePath}/branding`, { body: { displayName: 'Engines' } });
    const { status, body: shown } = await api.post(preview);
    expect([status, shown]).toMatchObject([
      200,
      { locale: 'en', source: 'built_in', fromName: 'Engines' },
    ]);
    expect(shown.html).toContain('https://login.example.com/continue?token=');
    expect(shown.text).toContain('Engines');
    const { contentJson } = await on
      .rpcAs('hub')
      .service('platform.identity.v1.Previews')
      .Resolve({ tenantId: tenant.id, ticket: shown.path.split('/').at(-1) });
    expect(JSON.parse(contentJson)).toEqual({ page: 'email', html: shown.html });
  });

  test('renders a template that has not been saved, and saves nothing', async () => {
    const { api } = await on.tenant();
    const unsaved = { ...body, subject: 'For {{ user.givenName }}', fromName: 'Team' };
    const { body: shown } = await api.post(`${preview}?locale=de`, { body: unsaved });
    expect(shown).toMatchObject({
      locale: 'de',
      source: 'unsaved',
      subject: 'For Ada',
      fromName: 'Team',
    });
    expect(shown.html).toMatch(/<a href="https:\/\/login\.example\.com/);
    expect((await api.get(`${verify}?locale=de`)).body.source).toBe('built_in');
  });

  test('rejects what could not be saved, unknown types, and callers without the scope', async () => {
    const { tenant, api } = await on.tenant();
    const answer = await api.post(preview, { body: { ...body, html: '<p>{{ secret }}</p>' } });
    expect([answer.status, answer.body.errors[0]]).toMatchObject([
      422,
      { pointer: '/html', code: 'template_unknown_variable' },
    ]);
    expect((await api.post(`${path}/newsletter/preview`)).status).toBe(404);
    const other = await on.platform.as({ tenant, scopes: ['tenant:users.read'] });
    expect((await other.post(preview)).status).toBe(403);
  });
});
