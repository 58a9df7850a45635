import { newId } from '@platform/kit/ids';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { eventually } from '@platform/testkit/eventually';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { credentialPlatform, goodPassword } from './credential-fixtures.ts';
import type { CredentialPlatform } from './credential-fixtures.ts';
import { experiencePath } from './experience-fixtures.ts';

const origin = {
  ip: '203.0.113.7',
  country: 'CH',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
};
const published = { ...origin, sourceIp: origin.ip };
const changed = `${goodPassword} 2`;

let on: CredentialPlatform;
let tenant: TestTenant;
let calls: ReturnType<CredentialPlatform['callsOf']>;

beforeAll(async () => {
  on = await credentialPlatform();
  const made = await on.tenant();
  ({ tenant } = made);
  await made.api.put(`${experiencePath}/branding`, {
    body: { supportedLocales: ['en', 'de', 'fr', 'es'] },
  });
  calls = on.callsOf(tenant);
});
afterAll(() => on.stopAll());

const mailTo = async (to: string, subject: string): Promise<string> => {
  const isIt = (mail: CredentialPlatform['box']['mails'][number]) =>
    mail.subject === subject && [mail.to].flat().some((each) => each?.text === to);
  const { text } = await eventually(async () => on.box.mails.find(isIt));
  return text ?? '';
};

async function withPassword(locale = 'en') {
  const { userId, email } = on.person(tenant);
  on.platform.directory.setUser(tenant.id, userId, {
    userJson: JSON.stringify({ id: userId, locale }),
    identifiers: [{ kind: 'email', value: email, verified: true }],
  });
  await calls.setPassword(userId);
  return { userId, email };
}

const actorJson = (type: string, id: string) => JSON.stringify({ type, id });

describe('a mail about a changed password', () => {
  test('says from where the user changed it', async () => {
    const { userId, email } = await withPassword();
    await calls.setPassword(userId, changed, { ...origin, actorJson: actorJson('user', userId) });
    const text = await mailTo(email, 'Your password was changed');
    expect(text).toContain('Device: Firefox, Linux');
    expect(text).toContain('Place: Switzerland (IP address 203.0.113.7)');
    expect(text).toContain('Requested by: your own account');
    expect(await on.events(tenant.id, 'user.password_changed')).toContainEqual(
      expect.objectContaining({ user: { id: userId }, ...published, requestedBy: 'user' }),
    );
  });

  test.each([
    ['user', newId('user')],
    ['client', 'ledger'],
  ])('names an administrator where another %s changed it', async (type, id) => {
    const { userId, email } = await withPassword('de');
    await calls.setPassword(userId, changed, { ...origin, actorJson: actorJson(type, id) });
    const text = await mailTo(email, 'Ihr Passwort wurde geändert');
    expect(text).toContain('Ort: Schweiz (IP-Adresse 203.0.113.7)');
    expect(text).toContain('Veranlasst durch: die Administration');
  });

  test.each([
    [
      'fr',
      'Votre mot de passe a été modifié',
      'Demandé par : une réinitialisation du mot de passe',
    ],
    ['es', 'Su contraseña ha cambiado', 'Solicitado por: un restablecimiento de la contraseña'],
  ])('names a reset by mail in %s', async (locale, subject, line) => {
    const { userId, email } = await withPassword(locale);
    const reset = { ...origin, isReset: true, actorJson: actorJson('user', userId) };
    await calls.setPassword(userId, changed, reset);
    expect((await mailTo(email, subject)).replaceAll('\u00a0', ' ')).toContain(line);
  });

  test('omits the requester if the call names none', async () => {
    const { userId, email } = await withPassword();
    await calls.setPassword(userId, changed);
    expect(await mailTo(email, 'Your password was changed')).not.toMatch(/Requested by|Place/);
  });
});

describe('a mail about an authenticator', () => {
  async function enroll(userId: string) {
    const begun = await calls.begin({ userId, method: 'totp', purpose: 'enroll' });
    const response = { code: on.totpCode(begun.shown.secret) };
    const { challengeId } = begun;
    return calls.verify({ challengeId, method: 'totp', response, ...origin });
  }

  test('that was added says from where, and that the user did it', async () => {
    const { userId, email } = await withPassword();
    await enroll(userId);
    const text = await mailTo(email, 'A sign-in method was added');
    expect(text).toContain('Device: Firefox, Linux');
    expect(text).toContain('Place: Switzerland (IP address 203.0.113.7)');
    expect(text).toContain('Requested by: your own account');
    const added = await on.events(tenant.id, 'user.authenticator_added');
    const own = added.filter((data: any) => data.user.id === userId);
    expect(own).toHaveLength(2);
    for (const data of own) expect(data).toMatchObject({ ...published, requestedBy: 'user' });
  });

  test('that was removed says from where, and who did it', async () => {
    const { userId, email } = await withPassword();
    const { authenticatorId } = await enroll(userId);
    const by = { ...origin, actorJson: actorJson('client', 'ledger') };
    await calls.remove(userId, authenticatorId, by);
    const text = await mailTo(email, 'A sign-in method was removed');
    expect(text).toContain('Place: Switzerland (IP address 203.0.113.7)');
    expect(text).toContain('Requested by: an administrator');
  });
});
