import { newId } from '@platform/kit/ids';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { eventually } from '@platform/testkit/eventually';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { experiencePath, experiencePlatform } from './experience-fixtures.ts';
import type { ExperiencePlatform } from './experience-fixtures.ts';
import { startSmtpMailbox } from './mailbox.ts';
import type { SmtpMailbox } from './mailbox.ts';

const bearer = 'bearer-of-the-hub-1234567890';
const deadline = { deadlineMs: 30_000 };
const password = 'correct horse battery staple';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

let box: SmtpMailbox;
let on: ExperiencePlatform;
beforeAll(async () => {
  box = await startSmtpMailbox();
  on = await experiencePlatform(
    {},
    {
      'platform.security-events.identity-service.bearer': bearer,
      'platform.idp-facade.smtp.host': '127.0.0.1',
      'platform.idp-facade.smtp.port': String(box.port),
      'platform.idp-facade.smtp.security': 'none',
      'platform.idp-facade.password.argon2-memory-kib': '7168',
      'platform.idp-facade.password.argon2-time': '5',
    },
  );
});
afterAll(async () => {
  await on.stop();
  await box.stop();
});

const credentials = () => on.rpcAs('hub').service('platform.identity.v1.Credentials');
const mailTo = (to: string) =>
  eventually(async () =>
    box.mails.find((mail) => [mail.to].flat().some((each) => each?.text === to)),
  );

function person(tenant: TestTenant, locale = 'en') {
  const id = newId('user');
  const email = `${id}@example.com`;
  on.platform.directory.setUser(tenant.id, id, {
    userJson: JSON.stringify({ id, locale }),
    identifiers: [{ kind: 'email', value: email, verified: true }],
  });
  return { id, email };
}

async function newDevice(tenant: TestTenant, userId: string, data: object = {}): Promise<void> {
  const url = `http://127.0.0.1:${on.platform.service.httpPort}/internal/tenants/${tenant.id}/security-events`;
  const event = {
    id: newId('event'),
    type: 'new_device',
    occurredAt: '2026-11-20T05:41:00.123Z',
    subject: { type: 'user', id: userId },
    data: { ip: '203.0.113.7', userAgent: firefox, country: 'CH', ...data },
  };
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body: JSON.stringify({ events: [event] }),
  });
  expect(answer.status).toBe(200);
}

const linkIn = (text: string | undefined): URL =>
  new URL(/https?:\/\/\S+\/login\/report\?\S+/.exec(text ?? '')?.[0] ?? '');
const reportOf = async (tenant: TestTenant, userId: string, email: string): Promise<string> => {
  await newDevice(tenant, userId);
  return linkIn((await mailTo(email)).text).searchParams.get('token') ?? '';
};
const report = (tenantId: string, token: string) =>
  credentials().ReportSignIn({ tenantId, token }, deadline);

describe('a mail', () => {
  test('about a new sign-in names device, place and time, and links to a report', async () => {
    const { tenant } = await on.tenant();
    const { id, email } = person(tenant);
    await newDevice(tenant, id);
    const mail = await mailTo(email);
    expect(mail.text).toContain('Time: November 20, 2026, 05:41 UTC');
    expect(mail.text).toContain('Device: Firefox, Linux');
    expect(mail.text).toContain('Place: Switzerland (IP address 203.0.113.7)');
    expect(mail.text).toContain("This wasn't me:");
    expect(mail.html).toContain('Firefox, Linux');
    expect(linkIn(mail.text).origin).toBe(new URL(tenant.issuer).origin);
  });

  test('says so in the language of the reader, and leaves out what is unknown', async () => {
    const { tenant, api } = await on.tenant();
    await api.put(`${experiencePath}/branding`, { body: { supportedLocales: ['en', 'de'] } });
    const { id, email } = person(tenant, 'de');
    await newDevice(tenant, id, { userAgent: '', ip: null });
    const { text } = await mailTo(email);
    expect(text).toContain('Zeit: 20.11.2026, 05:41 UTC');
    expect(text).toContain('Ort: Schweiz');
    expect(text).not.toMatch(/Gerät:|IP-Adresse/);
  });

  test('with a code says from where it was requested', async () => {
    const { tenant } = await on.tenant();
    const { id, email } = person(tenant);
    await credentials().BeginChallenge(
      {
        tenantId: tenant.id,
        userId: id,
        method: 'email_code',
        purpose: 'authenticate',
        loginId: 'l',
        ip: '2001:db8::7',
        userAgent: firefox,
        country: '',
      },
      deadline,
    );
    const { text } = await mailTo(email);
    expect(text).toMatch(/Time: \w+ \d+, \d{4}, \d\d:\d\d UTC/);
    expect(text).toContain('Device: Firefox, Linux');
    expect(text).toContain('Place: IP address 2001:db8::7');
  });
});

describe('a report of a sign-in', () => {
  test('closes the password until it is reset', async () => {
    const { tenant } = await on.tenant();
    const tenantId = tenant.id;
    const { id: userId, email } = person(tenant);
    await credentials().SetPassword({ tenantId, userId, password }, deadline);
    const token = await reportOf(tenant, userId, email);
    const verify = async (value: string) => {
      const responseJson = JSON.stringify({ password: value });
      const request = { tenantId, userId, method: 'password', loginId: 'l', responseJson };
      return (await credentials().VerifyChallenge(request, deadline)).outcome;
    };
    expect(await report(tenantId, token)).toMatchObject({ outcome: 'DONE', userId });
    expect(await verify(password)).toBe('LOCKED');
    expect(await on.events(tenantId, 'user.password_reset_required')).toHaveLength(1);
    await credentials().SetPassword({ tenantId, userId, password: `${password} 2` }, deadline);
    expect(await verify(`${password} 2`)).toBe('SUCCESS');
  });

  test('counts once, and names the user again for ten minutes', async () => {
    const { tenant } = await on.tenant();
    const { id: userId, email } = person(tenant);
    const token = await reportOf(tenant, userId, email);
    const outcomes = await Promise.all([1, 2, 3].map(() => report(tenant.id, token)));
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['DONE', 'USED', 'USED']);
    expect(outcomes.every((one) => one.userId === userId)).toBe(true);
    await on.sql(
      `UPDATE consumed_event SET consumed_at = now() - interval '11 minutes' WHERE tenant_id = $1`,
      [tenant.id],
    );
    expect(await report(tenant.id, token)).toMatchObject({ outcome: 'USED', userId: '' });
    expect(await on.events(tenant.id, 'user.password_reset_required')).toHaveLength(1);
  });

  test('needs a token of this tenant', async () => {
    const [{ tenant }, { tenant: other }] = [await on.tenant(), await on.tenant()];
    const { id: userId, email } = person(tenant);
    const token = await reportOf(tenant, userId, email);
    for (const [tenantId, given] of [
      [other.id, token],
      [tenant.id, `${token.slice(0, -2)}xx`],
      [tenant.id, ''],
    ] as const)
      expect(await report(tenantId, given)).toMatchObject({ outcome: 'INVALID', userId: '' });
  });
});
