import { createHash, randomBytes } from 'node:crypto';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import { askForSubjectData } from '@platform/testkit/subject-data';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishSiblingEvent } from './bus-events.ts';
import { accessRequestToken, credentialPlatform, goodPassword } from './credential-fixtures.ts';
import type { CredentialPlatform } from './credential-fixtures.ts';
import { virtualKey } from './virtual-key.ts';

let on: CredentialPlatform;
let tenant: TestTenant;
let calls: ReturnType<CredentialPlatform['callsOf']>;

beforeAll(async () => {
  on = await credentialPlatform();
  ({ tenant } = await on.tenant());
  calls = on.callsOf(tenant);
});
afterAll(() => on.stopAll());

const withPassword = (userId: string, password: string, more = {}) =>
  calls.verify({ method: 'password', userId, response: { password }, ...more });

describe('passwords', () => {
  test('are set and verified, with the information for the evaluator', async () => {
    const userId = newId('user');
    await calls.setPassword(userId);
    expect(await withPassword(userId, goodPassword)).toMatchObject({
      outcome: 'SUCCESS',
      userId,
      amr: ['pwd'],
      factorKinds: ['knowledge'],
      phishingResistant: false,
    });
    expect(await withPassword(userId, `${goodPassword}!`)).toMatchObject({
      outcome: 'FAILURE',
      userId: '',
    });
    expect(await calls.describe(userId)).toMatchObject({ hasPassword: true, mustChange: false });
    expect(await on.events(tenant.id, 'user.password_changed')).toContainEqual(
      expect.objectContaining({ user: { id: userId } }),
    );
  });

  test.each([
    ['short', 'at least'],
    ['passwordpassword', 'most common'],
    ['password123456789', 'easy to guess'],
    ['qwertyuiopasdfghjkl', 'most common'],
    ['ada.lovelace@example.com', 'email'],
  ])('%s is rejected with the reason', async (password, reason) => {
    const forbidden = ['ada.lovelace@example.com'];
    const refused = calls.setPassword(newId('user'), password, { forbidden });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_state' });
    await expect(refused).rejects.toThrow(reason);
  });

  test("are rejected if they repeat the tenant's slug or a name", async () => {
    const { slug } = tenant;
    const refused = calls.setPassword(newId('user'), slug.repeat(4));
    await expect(refused).rejects.toMatchObject({
      code: 'invalid_state',
      details: { errors: [{ code: 'password_blocked' }], members: { reason: 'guessable' } },
    });
    const named = { forbidden: ['Wilhelmina Przybylski'] };
    await expect(calls.setPassword(newId('user'), 'wilhelminaPrzybylski', named)).rejects.toThrow(
      'easy to guess',
    );
  });

  test('are accepted as they were set, in whichever form a keyboard sends them', async () => {
    const userId = newId('user');
    const letters = Array.from({ length: 256 }, (_, i) => 0x1ea0 + ((i * i + 7 * i) % 90));
    const longest = String.fromCodePoint(...letters);
    await calls.setPassword(userId, longest);
    for (const typed of [longest.normalize('NFC'), longest.normalize('NFD')])
      expect((await withPassword(userId, typed)).outcome).toBe('SUCCESS');
    expect((await withPassword(userId, ` ${longest}`)).outcome).toBe('FAILURE');
  });

  test('must be changed on request', async () => {
    const userId = newId('user');
    await calls.setPassword(userId, goodPassword, { mustChange: true });
    expect((await withPassword(userId, goodPassword)).outcome).toBe('MUST_CHANGE');
  });

  test('are migrated from the previous system once', async () => {
    const { tenant: other } = await on.tenant();
    const migrating = on.callsOf(other);
    const userId = newId('user');
    let asked = 0;
    on.platform.directory.setMigration(other.id, (identifier, password) => {
      asked += 1;
      return identifier === 'ada@example.com' && password === goodPassword ? userId : undefined;
    });
    const signIn = (password: string, more = {}) =>
      migrating.verify({
        method: 'password',
        identifier: 'ada@example.com',
        response: { password },
        ...more,
      });
    expect((await signIn('wrong')).outcome).toBe('FAILURE');
    expect(await signIn(goodPassword)).toMatchObject({ outcome: 'SUCCESS', userId });
    expect(await migrating.describe(userId)).toMatchObject({ hasPassword: true });
    expect((await signIn(goodPassword, { userId })).outcome).toBe('SUCCESS');
    expect(asked).toBe(2);
    await migrating.setPassword(userId, 'another horse battery staple');
    expect((await signIn(goodPassword)).outcome).toBe('FAILURE');
    expect((await signIn(goodPassword, { userId: newId('user') })).outcome).toBe('FAILURE');
    on.platform.directory.setMigration(other.id, () => 'unavailable');
    await expect(signIn(goodPassword)).rejects.toMatchObject({ code: 'upstream_unavailable' });
  });

  test('are delayed longer after each failure, and reset after a success', async () => {
    const userId = newId('user');
    await calls.setPassword(userId);
    const locked = await on.clock.hold(async () => {
      for (let i = 0; i < 5; i += 1) await withPassword(userId, 'wrong');
      return withPassword(userId, goodPassword);
    });
    expect(locked.outcome).toBe('LOCKED');
    expect(Number(locked.retryAfterMs)).toBeGreaterThan(0);
    on.clock.advance(1_000);
    expect((await withPassword(userId, goodPassword)).outcome).toBe('SUCCESS');
    expect((await withPassword(userId, 'wrong')).outcome).toBe('FAILURE');
    expect((await withPassword(userId, goodPassword)).outcome).toBe('SUCCESS');
  });

  test('count concurrent attempts', async () => {
    const userId = newId('user');
    await calls.setPassword(userId);
    // The clock is held: a slow machine must not exceed the first delay.
    const answers = await on.clock.hold(() =>
      Promise.all(Array.from({ length: 12 }, () => withPassword(userId, 'no'))),
    );
    expect(answers.filter(({ outcome }) => outcome === 'FAILURE')).toHaveLength(5);
  });

  test('are locked after a hundred failures until they are changed', async () => {
    const userId = newId('user');
    await calls.setPassword(userId);
    await withPassword(userId, 'wrong');
    await on.sql(`UPDATE credential_throttle SET failures = 99 WHERE subject = $1`, [userId]);
    expect((await withPassword(userId, 'wrong')).outcome).toBe('FAILURE');
    on.clock.advance(3_600_000);
    expect((await withPassword(userId, goodPassword)).outcome).toBe('LOCKED');
    expect(await on.events(tenant.id, 'user.credential_locked')).toContainEqual({
      user: { id: userId },
      method: 'password',
    });
    await calls.setPassword(userId);
    expect((await withPassword(userId, goodPassword)).outcome).toBe('SUCCESS');
  });

  test('of an unknown user take the same time, and are throttled equally', async () => {
    const before = await on.hashes('dummy');
    const unknown = { userId: '', identifier: 'nobody@example.com' };
    await on.clock.hold(async () => {
      for (let i = 0; i < 5; i += 1)
        expect(await withPassword('', 'wrong', unknown)).toMatchObject({
          outcome: 'FAILURE',
          userId: '',
        });
      expect((await on.hashes('dummy')) - before).toBe(5);
      expect((await withPassword('', 'wrong', unknown)).outcome).toBe('LOCKED');
    });
  });

  test('belong to one tenant', async () => {
    const userId = newId('user');
    await calls.setPassword(userId);
    const other = on.callsOf((await on.tenant()).tenant);
    const answer = await other.verify({
      method: 'password',
      userId,
      response: { password: goodPassword },
    });
    expect(answer.outcome).toBe('FAILURE');
    expect((await other.describe(userId)).hasPassword).toBe(false);
  });

  test('are only for the hub and the directory', async () => {
    await expect(on.callsOf(tenant, 'fga').setPassword(newId('user'))).rejects.toMatchObject({
      code: 'caller_not_allowed',
    });
  });
});

const saltedHash = (password: string) => {
  const salt = randomBytes(8);
  const digest = createHash('sha256').update(password).update(salt).digest();
  const value = `{SSHA256}${Buffer.concat([digest, salt]).toString('base64')}`;
  return JSON.stringify({ algorithm: 'ssha256', value });
};

describe('ImportCredentials', () => {
  test('imports a thousand credentials, each once', async () => {
    const directory = on.callsOf(tenant, 'directory');
    const items = Array.from({ length: 1_000 }, (_, i) => ({
      userId: newId('user'),
      kind: 'password_hash',
      value: saltedHash(goodPassword),
      key: `import-${i}`,
    }));
    const outcomes = async () =>
      (await directory.importAll(items)).results.map(({ outcome }) => outcome);
    expect(new Set(await outcomes())).toEqual(new Set(['APPLIED']));
    expect(new Set(await outcomes())).toEqual(new Set(['DUPLICATE']));
  });

  test('stores a batch in one transaction, and each credential once when calls overlap', async () => {
    const directory = on.callsOf(tenant, 'directory');
    const items = Array.from({ length: 500 }, (_, i) => ({
      userId: newId('user'),
      kind: 'password_hash',
      value: saltedHash(goodPassword),
      key: `overlap-${i}`,
    }));
    const answers = await Promise.all(Array.from({ length: 4 }, () => directory.importAll(items)));
    const applied = answers.flatMap(({ results }) =>
      results.filter(({ outcome }) => outcome === 'APPLIED').map(({ key }) => key),
    );
    expect(applied.toSorted()).toEqual(items.map(({ key }) => key).toSorted());
    const [stored] = await on.sql<{ transactions: number; passwords: number }>(
      `SELECT count(DISTINCT xmin::text)::int AS transactions, count(*)::int AS passwords
       FROM password_credentials WHERE user_id = ANY ($1)`,
      [items.map(({ userId }) => userId)],
    );
    expect(stored).toEqual({ transactions: 1, passwords: 500 });
  });

  test('stores the first of several credentials of a user, and what comes with a rejected one', async () => {
    const directory = on.callsOf(tenant, 'directory');
    const userId = newId('user');
    const hash = (password: string) => ({ kind: 'password_hash', value: saltedHash(password) });
    const { results } = await directory.importAll([
      { userId: newId('user'), kind: 'password_hash', value: '{}', key: 'broken' },
      { userId, ...hash(goodPassword), key: 'first' },
      { userId, ...hash('of another system'), key: 'second' },
      { userId: newId('user'), ...hash(goodPassword), key: 'first' },
    ]);
    expect(results.map(({ key, outcome }) => [key, outcome])).toEqual([
      ['broken', 'REJECTED'],
      ['first', 'APPLIED'],
      ['second', 'DUPLICATE'],
      ['first', 'DUPLICATE'],
    ]);
    expect((await withPassword(userId, goodPassword)).outcome).toBe('SUCCESS');
  });

  test('keeps the latest import of a user, in whichever order they come, and a password that was set here', async () => {
    const directory = on.callsOf(tenant, 'directory');
    const userId = newId('user');
    const imported = async (password: string, second: number) => {
      const asOf = `2026-11-23T10:00:0${second}.000001Z`;
      const hash = { kind: 'password_hash', value: saltedHash(password) };
      const { results } = await directory.importAll([
        { userId, ...hash, key: `${userId}/${asOf}`, asOf },
      ]);
      return results[0]?.outcome;
    };
    expect(await imported('the first password', 1)).toBe('APPLIED');
    expect(await imported('the third password', 3)).toBe('APPLIED');
    expect(await imported('the second password', 2)).toBe('DUPLICATE');
    // Replaces the foreign hash; the password is still the imported one.
    expect((await withPassword(userId, 'the third password')).outcome).toBe('SUCCESS');
    expect(await imported('the fourth password', 4)).toBe('APPLIED');
    expect((await withPassword(userId, 'the fourth password')).outcome).toBe('SUCCESS');
    await calls.setPassword(userId);
    expect(await imported('the fifth password', 5)).toBe('DUPLICATE');
    expect((await withPassword(userId, goodPassword)).outcome).toBe('SUCCESS');
  });

  test('rejects a time that cannot be compared', async () => {
    const directory = on.callsOf(tenant, 'directory');
    const item = { userId: newId('user'), kind: 'password', value: goodPassword, key: 'k' };
    await expect(directory.importAll([{ ...item, asOf: 'yesterday' }])).rejects.toMatchObject({
      code: 'invalid_parameter',
    });
  });

  test('replaces a foreign hash at the first sign-in', async () => {
    const directory = on.callsOf(tenant, 'directory');
    const userId = newId('user');
    const value = saltedHash(goodPassword);
    await directory.importAll([{ userId, kind: 'password_hash', value, key: newId('job') }]);
    expect((await withPassword(userId, 'wrong')).outcome).toBe('FAILURE');
    expect((await withPassword(userId, goodPassword)).outcome).toBe('SUCCESS');
    const [row] = await on.sql<{ hash: string; foreign_hash: unknown }>(
      'SELECT hash, foreign_hash FROM password_credentials WHERE user_id = $1',
      [userId],
    );
    expect(row).toMatchObject({ hash: expect.stringContaining('$argon2id$'), foreign_hash: null });
    expect((await withPassword(userId, goodPassword)).outcome).toBe('SUCCESS');
  });

  test('rejects invalid credentials, and keeps a password that was set since', async () => {
    const directory = on.callsOf(tenant, 'directory');
    const userId = newId('user');
    await calls.setPassword(userId);
    const item = { userId, kind: 'password', value: 'another good password', key: newId('job') };
    const { results } = await directory.importAll([
      { ...item, kind: 'password_hash', key: 'not-a-hash' },
      { ...item, value: '123456', key: 'common' },
      item,
    ]);
    expect(results.map(({ outcome, code }) => [outcome, code])).toEqual([
      ['REJECTED', 'invalid_format'],
      ['REJECTED', 'password_blocked'],
      ['DUPLICATE', ''],
    ]);
    expect((await withPassword(userId, goodPassword)).outcome).toBe('SUCCESS');
  });
});

describe('codes by e-mail', () => {
  const codeIn = (text: string) => /\b(\d{6})\b/.exec(text)?.[1] ?? '';

  test('can be used once, even concurrently', async () => {
    const { userId, email } = on.person(tenant);
    const { challengeId, shown } = await calls.begin({ userId, method: 'email_code' });
    expect(shown.maskedEmail).toBe(`${email[0]}•••@e•••.com`);
    const code = codeIn(await on.mailed(email));
    const answer = { challengeId, method: 'email_code', response: { code } };
    const answers = await Promise.all(Array.from({ length: 20 }, () => calls.verify(answer)));
    expect(answers.filter(({ outcome }) => outcome === 'SUCCESS')).toEqual([
      expect.objectContaining({
        userId,
        verifiedEmail: email,
        amr: ['otp'],
        factorKinds: ['mailbox'],
      }),
    ]);
    expect((await calls.verify(answer)).outcome).toBe('EXPIRED');
  });

  test('allow five tries', async () => {
    const { userId, email } = on.person(tenant);
    const { challengeId } = await calls.begin({ userId, method: 'email_code' });
    const code = codeIn(await on.mailed(email));
    const wrong = code === '000000' ? '111111' : '000000';
    const tryOne = (given: string) =>
      calls.verify({ challengeId, method: 'email_code', response: { code: given } });
    for (const remaining of [4, 3, 2, 1, 0])
      expect(await tryOne(wrong)).toMatchObject({ outcome: 'FAILURE', remaining });
    expect((await tryOne(code)).outcome).toBe('LOCKED');
  });

  test('are replaced by newer ones, expire, and belong to one login', async () => {
    const { userId, email } = on.person(tenant);
    const first = await calls.begin({ userId, method: 'email_code' });
    const firstCode = codeIn(await on.mailed(email));
    const second = await calls.begin({ userId, method: 'email_code' });
    const code = codeIn(await on.mailed(email, 2));
    const answer = (challengeId: string, given: string, loginId = 'login-1') =>
      calls.verify({ challengeId, method: 'email_code', response: { code: given }, loginId });
    expect((await answer(first.challengeId, firstCode)).outcome).toBe('EXPIRED');
    expect((await answer(second.challengeId, code, 'login-2')).outcome).toBe('EXPIRED');
    on.clock.advance(600_001);
    expect((await answer(second.challengeId, code)).outcome).toBe('EXPIRED');
  });

  test('for an unknown user look the same, and are not sent', async () => {
    const { email, userId } = on.person(tenant);
    const known = await calls.begin({ userId, identifier: email, method: 'email_code' });
    const identifier = 'nobody@example.com';
    const unknown = await calls.begin({ identifier, method: 'email_code' });
    expect(Object.keys(unknown.shown)).toEqual(Object.keys(known.shown));
    expect(unknown.shown.maskedEmail).toBe('n•••@e•••.com');
    await on.mailed(email);
    expect(await on.sql('SELECT FROM email_messages WHERE recipient = $1', [identifier])).toEqual(
      [],
    );
    const { challengeId } = unknown;
    const answer = { challengeId, method: 'email_code', response: { code: '000000' } };
    expect(await calls.verify(answer)).toMatchObject({ outcome: 'FAILURE', remaining: 4 });
  });

  test.each(['nobody@example', '@', 'no body@example.com'])(
    'are begun for what is no address as for an unknown user: %s',
    async (identifier) => {
      const { shown } = await calls.begin({ identifier, method: 'email_code' });
      expect(shown.maskedEmail).toMatch(/^[a-z]•••@[a-z]•••\.com$/);
    },
  );

  test('verify the address of a user who does not exist yet', async () => {
    const email = 'newcomer@example.com';
    const { challengeId } = await calls.begin({
      email,
      method: 'email_code',
      purpose: 'verify_contact',
    });
    const response = { code: codeIn(await on.mailed(email)) };
    expect(await calls.verify({ challengeId, method: 'email_code', response })).toMatchObject({
      outcome: 'SUCCESS',
      userId: '',
      verifiedEmail: email,
      purpose: 'verify_contact',
    });
  });
});

describe('links by e-mail', () => {
  test('are redeemed once, by the login that requested them', async () => {
    const { userId, email } = on.person(tenant);
    const { trust } = on.platform.service.platform;
    const { origin } = new URL((await trust.tenants.byId(tenant.id))?.issuer ?? '');
    const { challengeId } = await calls.begin({
      userId,
      method: 'magic_link',
      purpose: 'reset_password',
      linkUrl: `${origin}/login/link`,
    });
    const text = await on.mailed(email);
    const token = /[?&]token=([\w-]+)/.exec(text)?.[1] ?? '';
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const answer = (loginId: string) =>
      calls.verify({ challengeId, method: 'magic_link', response: { token }, loginId });
    expect((await answer('login-2')).outcome).toBe('EXPIRED');
    expect(await answer('login-1')).toMatchObject({
      outcome: 'SUCCESS',
      purpose: 'reset_password',
    });
    expect((await answer('login-1')).outcome).toBe('EXPIRED');
    expect(await on.events(tenant.id, 'user.password_reset_requested')).toContainEqual({
      user: { id: userId },
    });
  });
});

describe('authenticator apps', () => {
  async function enrolled() {
    const { userId } = on.person(tenant);
    const { challengeId, shown } = await calls.begin({ userId, method: 'totp', purpose: 'enroll' });
    const response = { code: on.totpCode(shown.secret) };
    const answer = await calls.verify({ challengeId, method: 'totp', response, label: 'Phone' });
    return { userId, secret: shown.secret as string, uri: shown.uri as string, answer };
  }

  test('are enrolled with a first code', async () => {
    const { userId, uri, answer } = await enrolled();
    expect(uri).toMatch(/^otpauth:\/\/totp\//);
    expect(answer).toMatchObject({ outcome: 'SUCCESS', amr: ['otp'], factorKinds: ['possession'] });
    const { authenticators } = await calls.describe(userId);
    expect(authenticators).toEqual([
      expect.objectContaining({ id: answer.authenticatorId, method: 'totp', label: 'Phone' }),
    ]);
    const [row] = await on.sql<{ totp_secret: string }>(
      'SELECT totp_secret FROM authenticators WHERE user_id = $1',
      [userId],
    );
    expect(row?.totp_secret).toMatch(/^v1\./);
  });

  test('use each code once', async () => {
    const { userId, secret } = await enrolled();
    on.clock.advance(60_000);
    const code = on.totpCode(secret);
    const tryOne = async () => {
      const { challengeId } = await calls.begin({
        userId,
        method: 'totp',
        purpose: 'authenticate',
      });
      return calls.verify({ challengeId, method: 'totp', response: { code } });
    };
    expect((await tryOne()).outcome).toBe('SUCCESS');
    expect((await tryOne()).outcome).toBe('FAILURE');
  });

  test('accept a code of one step before or after', async () => {
    const { userId, secret } = await enrolled();
    // To the beginning of a step: a code of two steps later is one of the next step once this one ends.
    on.clock.advance(150_000 - (on.clock.now() % 30_000));
    const tryCode = async (steps: number) => {
      const { challengeId } = await calls.begin({ userId, method: 'totp' });
      const response = { code: on.totpCode(secret, steps) };
      return (await calls.verify({ challengeId, method: 'totp', response })).outcome;
    };
    expect(await tryCode(-2)).toBe('FAILURE');
    expect(await tryCode(2)).toBe('FAILURE');
    expect(await tryCode(-1)).toBe('SUCCESS');
    expect(await tryCode(1)).toBe('SUCCESS');
  });

  test('are removed', async () => {
    const { userId, answer } = await enrolled();
    await calls.remove(userId, answer.authenticatorId);
    expect((await calls.describe(userId)).authenticators).toEqual([]);
    await expect(calls.remove(userId, answer.authenticatorId)).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('recovery codes', () => {
  test('are ten, each used once, and replaced by new ones', async () => {
    const { userId } = on.person(tenant);
    const enroll = { userId, method: 'recovery_code', purpose: 'enroll' };
    const { challengeId, shown } = await calls.begin(enroll);
    const [first, second] = shown.recoveryCodes as string[];
    const method = 'recovery_code';
    await calls.verify({ challengeId, method, response: { code: first } });
    expect((await calls.describe(userId)).recoveryCodes).toBe(10);
    const use = async (code = '') => {
      const begun = await calls.begin({ userId, method });
      return calls.verify({ challengeId: begun.challengeId, method, response: { code } });
    };
    expect(await use(first?.toUpperCase())).toMatchObject({ outcome: 'SUCCESS', userId });
    expect((await use(first)).outcome).toBe('FAILURE');
    expect((await calls.describe(userId)).recoveryCodes).toBe(9);
    const anew = await calls.begin(enroll);
    const [code] = anew.shown.recoveryCodes as string[];
    await calls.verify({ challengeId: anew.challengeId, method, response: { code } });
    expect((await use(second)).outcome).toBe('FAILURE');
  });
});

describe('passkeys', () => {
  const at = { rpId: 'login.example.com', origin: 'https://login.example.com' };

  async function enrolled(method = 'passkey', options = {}) {
    const { userId } = on.person(tenant);
    const key = virtualKey(options);
    const begun = await calls.begin({ userId, method, purpose: 'enroll', ...at });
    const response = key.create({ ...at, challenge: begun.shown.challenge });
    const answer = await calls.verify({ challengeId: begun.challengeId, method, response });
    return { userId, key, answer };
  }
  const signIn = async (
    key: ReturnType<typeof virtualKey>,
    request: Record<string, unknown> = {},
    ceremony: Partial<typeof at> = {},
  ) => {
    const method = String(request.method ?? 'passkey');
    const { challengeId, shown } = await calls.begin({ method, ...at, ...request });
    const response = key.get({ ...at, challenge: shown.challenge, ...ceremony });
    return calls.verify({ challengeId, method, response });
  };

  test('sign in without a user name, as two factors', async () => {
    const { userId, key, answer } = await enrolled();
    expect(answer.outcome).toBe('SUCCESS');
    expect(await signIn(key)).toMatchObject({
      outcome: 'SUCCESS',
      userId,
      amr: ['swk', 'pop', 'user', 'mfa'],
      factorKinds: ['possession', 'inherence'],
      phishingResistant: true,
      hardwareProtected: false,
      userVerified: true,
    });
  });

  test('report missing user verification', async () => {
    const { userId, key } = await enrolled('security_key', { userVerified: false });
    expect(await signIn(key, { userId, method: 'security_key' })).toMatchObject({
      outcome: 'SUCCESS',
      amr: ['swk', 'pop'],
      userVerified: false,
    });
  });

  test('fail on another site, for another user, when cloned, and when unknown', async () => {
    const { key } = await enrolled();
    const other = on.person(tenant);
    const origin = 'https://login.example.org';
    expect((await signIn(key, {}, { origin })).outcome).toBe('FAILURE');
    expect((await signIn(key, {}, { rpId: 'example.org' })).outcome).toBe('FAILURE');
    expect((await signIn(key, { userId: other.userId })).outcome).toBe('FAILURE');
    expect((await signIn(virtualKey())).outcome).toBe('FAILURE');
    expect((await signIn(key)).outcome).toBe('SUCCESS');
    key.rewind();
    expect((await signIn(key)).outcome).toBe('FAILURE');
  });

  test('are offered to an unknown user as to a user without keys', async () => {
    const unknown = { identifier: 'nobody@example.com', method: 'passkey', ...at };
    const [one, again] = [await calls.begin(unknown), await calls.begin(unknown)];
    expect(one.shown.allowCredentials).toHaveLength(1);
    expect(again.shown.allowCredentials).toEqual(one.shown.allowCredentials);
    const { userId } = on.person(tenant);
    const without = await calls.begin({ userId, method: 'passkey', ...at });
    expect(without.shown.allowCredentials).toHaveLength(1);
    expect(Object.keys(without.shown)).toEqual(Object.keys(one.shown));
  });
});

describe('a user', () => {
  const subject = (userId: string, requestId: string, email = '') => ({
    tenantId: tenant.id,
    requestId,
    userId,
    identifiers: email === '' ? [] : [{ type: 'email', value: email }],
  });
  const dataSubject = () => on.rpcAs('compliance').service('platform.datasubject.v1.DataSubject');

  async function rowsNaming(text: string): Promise<string[]> {
    const tables = await on.sql<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'identity' AND table_type = 'BASE TABLE'
       AND table_name !~ '^(outbox|job|data_subject_request|idempotency|email_messages_)'`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await on.sql(`SELECT FROM "${name}" t WHERE strpos(t::text, $1) > 0`, [text]);
      if (rows.length > 0) found.push(name);
    }
    return found;
  }

  async function withEverything() {
    const { userId, email } = on.person(tenant);
    await calls.setPassword(userId);
    await withPassword(userId, 'wrong');
    const { challengeId, shown } = await calls.begin({ userId, method: 'totp', purpose: 'enroll' });
    const response = { code: on.totpCode(shown.secret) };
    await calls.verify({ challengeId, method: 'totp', response });
    const recovery = { userId, method: 'recovery_code', purpose: 'enroll' };
    const begun = await calls.begin(recovery);
    await calls.verify({
      challengeId: begun.challengeId,
      method: 'recovery_code',
      response: { code: begun.shown.recoveryCodes[0] },
    });
    await calls.begin({ userId, method: 'email_code' });
    await on.mailed(email);
    // Notices are mailed in the background.
    await eventually(
      async () =>
        (
          await on.sql(
            `SELECT FROM job WHERE kind = 'security_notice' AND state IN ('PENDING', 'RUNNING')`,
          )
        ).length === 0,
    );
    return { userId, email };
  }

  test('leaves no data when erased', async () => {
    const { userId, email } = await withEverything();
    expect(await rowsNaming(userId)).toEqual(
      expect.arrayContaining(['password_credentials', 'authenticators', 'recovery_codes']),
    );
    const { outcome } = await dataSubject().Erase(subject(userId, newId('request'), email), {
      deadlineMs: 10_000,
    });
    expect(outcome).toBe('DONE');
    expect(await rowsNaming(userId)).toEqual([]);
    expect(await rowsNaming(email)).toEqual([]);
  });

  test('is removed when deleted', async () => {
    const { userId } = await withEverything();
    await publishSiblingEvent(on.platform.service, tenant.id, {
      type: 'user.deleted',
      subject: { type: 'user', id: userId },
    });
    await eventually(async () => (await rowsNaming(userId)).length === 0);
  });

  test('gets no challenges while deactivated, without a visible difference', async () => {
    const { userId, email } = on.person(tenant);
    const options = { deadlineMs: 10_000 };
    await dataSubject().Deactivate(subject(userId, newId('request')), options);
    const { shown } = await calls.begin({ userId, method: 'email_code' });
    expect(shown.maskedEmail).toBe(`${email[0]}•••@e•••.com`);
    expect(await on.sql('SELECT FROM email_messages WHERE recipient = $1', [email])).toEqual([]);
    await dataSubject().Reactivate(subject(userId, newId('request')), options);
    await calls.begin({ userId, method: 'email_code' });
    await on.mailed(email);
  });

  test('is exported without secrets', async () => {
    const { userId } = await withEverything();
    const sections: Record<string, unknown> = {};
    for await (const { section, json } of dataSubject().Export(
      { tenantId: tenant.id, requestId: newId('request'), userId, identifiers: [] },
      { deadlineMs: 10_000 },
    ))
      sections[section] = JSON.parse(json);
    expect(sections).toMatchObject({
      password: { set: true, mustChange: false },
      authenticators: [{ type: 'totp' }],
    });
    expect(JSON.stringify(sections)).not.toMatch(/argon2|v1\./);
  });

  test('is notified about changes, and others are not', async () => {
    const { userId, email } = await withEverything();
    const ask = (sub: string, token = accessRequestToken) =>
      askForSubjectData(on.platform.baseUrl, { tenantId: tenant.id, sub, token });
    await on.sql(
      `INSERT INTO security_events (tenant_id, event_id, type, subject_type, subject_id, occurred_at, received_at)
       VALUES ($1, $2, 'new_device', 'user', $2, '2026-11-20T05:41:00.123Z', now())`,
      [tenant.id, userId],
    );
    const { body } = await ask(userId);
    expect(body).toMatchObject({
      sub: userId,
      service: 'identity-service',
      sections: {
        password: { set: true, mustChange: false },
        authenticators: [
          { type: 'totp', label: expect.any(String), lastUsedAt: expect.any(String) },
        ],
        securityEvents: [{ type: 'new_device', occurredAt: '2026-11-20T05:41:00.123Z' }],
        emails: expect.arrayContaining([expect.objectContaining({ to: email })]),
      },
      truncated: false,
    });
    expect(JSON.stringify(body)).not.toMatch(/argon2|v1\./);
    expect((await ask(newId('user'))).body.sections).toEqual({
      password: null,
      authenticators: [],
      identities: [],
      trustedDevices: [],
      emails: [],
      securityEvents: [],
    });
    expect((await ask(userId, 'another')).status).toBe(401);
  });
});
