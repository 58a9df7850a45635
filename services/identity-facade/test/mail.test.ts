import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SendMailRequest } from '@platform/protos';
import { eventually } from '@platform/testkit/eventually';
import { experiencePath, experiencePlatform } from './experience-fixtures.ts';
import type { ExperiencePlatform } from './experience-fixtures.ts';
import { startSmtpMailbox } from './mailbox.ts';
import type { SmtpMailbox } from './mailbox.ts';

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
      'platform.idp-facade.email.recipient-per-ten-minutes': '3',
      'platform.organizations.invitation.accept-base-url': 'https://console.example.com',
    },
  );
});
afterAll(async () => {
  await on.stop();
  await box.stop();
});

let keys = 0;
const send = (tenantId: string, order: Partial<SendMailRequest>, account = 'hub') =>
  on
    .rpcAs(account)
    .service('platform.identity.v1.Mail')
    .Send({ tenantId, idempotencyKey: `key-${(keys += 1)}`, ...order }, { deadlineMs: 5_000 });
const signIn = { type: 'sign_in_code', code: '123456' };
let people = 0;
const someone = (): string => `p${(people += 1)}@example.com`;
const mailsTo = (to: string) =>
  box.mails.filter((mail) => [mail.to].flat().some((each) => each?.text === to));
const arrived = (to: string) => eventually(async () => mailsTo(to)[0]);
const row = async (id: string) =>
  (
    await on.sql<{ state: string; content: string | null; error: string | null }>(
      'SELECT state, content, error FROM email_messages WHERE id = $1',
      [id],
    )
  )[0];

describe('Mail/Send', () => {
  test('sends the template in the recipient’s language, and then deletes the content', async () => {
    const { tenant, api } = await on.tenant();
    await api.put(`${experiencePath}/branding`, {
      body: { displayName: 'Acme', supportedLocales: ['en', 'de'] },
    });
    const to = someone();
    const { emailId, state } = await send(tenant.id, {
      ...signIn,
      to,
      locales: ['it', 'de-AT'],
      variables: { 'application.name': 'Ledger' },
    });
    expect(state).toBe('queued');
    const mail = await arrived(to);
    expect(mail.subject).toBe('123456 ist Ihr Anmeldecode');
    expect(mail.text).toContain('Anmeldung bei Ledger');
    expect(mail.html).toContain('123456');
    expect(mail.from?.value[0]?.name).toBe('Acme');
    const ended = await eventually(async () => {
      const found = await row(emailId);
      return found?.state === 'sent' && found;
    });
    expect(ended.content).toBeNull();
  });

  test('names the application that the sign-in is for, and goes out without its name while the hub is away', async () => {
    const { tenant } = await on.tenant();
    on.platform.hub.setClient(tenant, 'ledger', { name: 'Ledger' });
    const [named, unnamed] = [someone(), someone()];
    await send(tenant.id, { ...signIn, to: named, clientId: 'ledger' });
    expect((await arrived(named)).text).toContain('Sign in to Ledger');
    on.platform.hub.setAway(true);
    try {
      await send(tenant.id, { ...signIn, to: unnamed, clientId: 'notes' });
      expect((await arrived(unnamed)).text).toContain('123456');
    } finally {
      on.platform.hub.setAway(false);
    }
  });

  test.each(['jörg@example.com', '用户@bücher.example'])('reaches %s (RFC 6531)', async (to) => {
    const { tenant } = await on.tenant();
    const { emailId } = await send(tenant.id, { ...signIn, to });
    const local = to.slice(0, to.indexOf('@'));
    await eventually(() =>
      box.mails.some(({ to: found }) => JSON.stringify(found).includes(`${local}@`)),
    );
    await eventually(async () => (await row(emailId))?.state === 'sent');
  });

  test.each(['a@b.example, c@d.example', 'Ada <a@b.example>', '"a b"@b.example', 'a@b'])(
    'refuses %s, which is not one address',
    async (to) => {
      const { tenant } = await on.tenant();
      await expect(send(tenant.id, { ...signIn, to })).rejects.toThrow('one e-mail address');
    },
  );

  test('stores queued messages encrypted', async () => {
    const { tenant } = await on.tenant();
    box.failNext(451, '4.3.0 try later');
    const { emailId } = await send(tenant.id, { ...signIn, to: someone() });
    const waiting = await row(emailId);
    expect(waiting?.content ?? 'v1.').toMatch(/^v1\./);
    expect(waiting?.content ?? '').not.toContain('123456');
  });

  test('sends once per key', async () => {
    const { tenant } = await on.tenant();
    const order = { ...signIn, to: someone(), idempotencyKey: 'the-same' };
    const answers = await Promise.all(
      [send(tenant.id, order), send(tenant.id, order)].map((answer) =>
        answer.catch((error: unknown) => error),
      ),
    );
    const again = await send(tenant.id, order);
    for (const answer of answers) if (!(answer instanceof Error)) expect(answer).toEqual(again);
    await arrived(order.to);
    const rows = await on.sql('SELECT FROM email_messages WHERE tenant_id = $1', [tenant.id]);
    expect(rows).toHaveLength(1);
  });

  test('retries after a temporary failure, but not after a rejection', async () => {
    const { tenant } = await on.tenant();
    const to = someone();
    box.failNext(550, '5.1.1 no such mailbox');
    const { emailId } = await send(tenant.id, { ...signIn, to });
    const ended = await eventually(async () => {
      const found = await row(emailId);
      return found?.state === 'failed' && found;
    });
    expect(ended.error).toContain('5.1.1');
    expect(mailsTo(to)).toEqual([]);
  });

  test('drops messages that expired before they could be sent', async () => {
    const { tenant } = await on.tenant();
    const expiresAt = new Date(Date.now() - 1).toISOString();
    const { emailId } = await send(tenant.id, { ...signIn, to: someone(), expiresAt });
    await eventually(async () => (await row(emailId))?.state === 'expired');
  });

  test('creates the link of an invitation', async () => {
    const { tenant } = await on.tenant();
    const to = someone();
    await send(
      tenant.id,
      {
        type: 'organization_invitation',
        to,
        linkToken: 'a b',
        variables: {
          'organization.name': 'Engines',
          'inviter.displayName': 'www.evil.example',
          message: 'Welcome aboard.',
        },
      },
      'directory',
    );
    const mail = await arrived(to);
    expect(mail.text).toContain('https://console.example.com/invitations/accept?token=a%20b');
    expect(mail.subject).not.toContain('evil');
    expect(mail.text).toContain('Welcome aboard.');
  });

  test('omits an inviter without a name, and links only to the accept page', async () => {
    const { tenant } = await on.tenant();
    const to = someone();
    const message = 'Claim your prize at https://evil.example';
    const variables = { 'organization.name': 'Engines', 'inviter.displayName': '', message };
    const order = { type: 'organization_invitation', to, linkToken: 'a', variables };
    await send(tenant.id, order, 'directory');
    const mail = await arrived(to);
    expect(mail.subject).toBe("You're invited to Engines");
    expect(mail.text).not.toMatch(/evil|They wrote/);
  });

  test('removes line breaks from a subject', async () => {
    const { tenant, api } = await on.tenant();
    await api.put(`${experiencePath}/email-templates/welcome`, {
      body: { subject: 'Hi {{ user.displayName }}', html: '<p>x</p>' },
    });
    const to = someone();
    const displayName = `Ada${'a'.repeat(80)}`;
    await send(tenant.id, { type: 'welcome', to, variables: { 'user.displayName': displayName } });
    expect((await arrived(to)).subject).toBe(`Hi ${displayName.slice(0, 63)}…`);
  });

  test('does not send a disabled notice', async () => {
    const { tenant, api } = await on.tenant();
    await api.put(`${experiencePath}/email-templates/welcome`, {
      body: { subject: 'x', html: '<p>x</p>', enabled: false },
    });
    expect(await send(tenant.id, { type: 'welcome', to: someone() })).toMatchObject({
      state: 'disabled',
    });
  });

  test.each([
    [{ type: 'newsletter' }],
    [{ type: 'sign_in_code', code: '' }],
    [{ ...signIn, to: 'a@example.com, b@example.com' }],
    [{ ...signIn, to: 'a@example.com\r\nBcc: b@example.com' }],
    [{ ...signIn, variables: { 'user.password': 'x' } }],
    [{ ...signIn, variables: { 'user.displayName': 'x\r\ny' } }],
    [{ type: 'magic_link', linkUrl: 'https://evil.example.com/x' }],
    [{ type: 'magic_link', linkUrl: 'not a url' }],
    [{ ...signIn, expiresAt: 'tomorrow' }],
  ])('rejects %j', async (order) => {
    const { tenant } = await on.tenant();
    await expect(send(tenant.id, { to: someone(), ...order })).rejects.toMatchObject({
      code: 'invalid_parameter',
    });
  });

  test('stops at the limit of one address, exactly', async () => {
    const { tenant } = await on.tenant();
    const to = someone();
    const answers = await Promise.allSettled(
      Array.from({ length: 6 }, () => send(tenant.id, { ...signIn, to })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const refused = answers.find((answer) => answer.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'rate_limited' });
    await expect(send(tenant.id, { ...signIn, to: someone() })).resolves.toBeTruthy();
  });

  test('accepts only its callers', async () => {
    const { tenant } = await on.tenant();
    await expect(send(tenant.id, { ...signIn, to: someone() }, 'fga')).rejects.toMatchObject({
      code: 'caller_not_allowed',
    });
  });
});
