import { newId } from '@platform/kit/ids';
import type { TestApi } from '@platform/testkit/service';
import type { TestTenant } from '@platform/testkit/fake-hub';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { credentialPlatform, goodPassword } from './credential-fixtures.ts';
import type { CredentialPlatform } from './credential-fixtures.ts';
import { virtualKey } from './virtual-key.ts';

const me = '/api/v1/me';
const users = '/api/v1/directory/users';

let on: CredentialPlatform;
let tenant: TestTenant;
let administrator: TestApi;
let calls: ReturnType<CredentialPlatform['callsOf']>;
let userId: string;
let own: TestApi;

const ownAs = (id: string, scopes: string[] = ['self.read', 'self.write'], of = tenant) =>
  on.platform.as({ tenant: of, userId: id, scopes, claims: { sid: `sid-${id}` } });
/** A user of the directory, without a verified address unless stated. */
async function someone({ verified = false, of = tenant } = {}): Promise<string> {
  const id = newId('user');
  const email = `${id.slice(-10)}@example.com`;
  on.platform.directory.setUser(of.id, id, {
    userJson: JSON.stringify({ id, email, displayName: 'Wilhelmina Przybylski' }),
    identifiers: [{ kind: 'email', value: email, verified }],
  } as never);
  return id;
}

beforeAll(async () => {
  on = await credentialPlatform();
  ({ tenant, api: administrator } = await on.tenant());
  calls = on.callsOf(tenant);
});
beforeEach(async () => {
  userId = await someone();
  own = await ownAs(userId);
});
afterAll(() => on.stopAll());

const methodsOf = async (api = own) => (await api.get(`${me}/sign-in-methods`)).body.data;

/** Sets up an authenticator app through the API. */
async function addApp(api = own) {
  const { body: begun } = await api.post(`${me}/authenticators`, { body: { type: 'totp' } });
  const code = on.totpCode(begun.secret);
  const path = `${me}/authenticators/${begun.id}/complete`;
  return (await api.post(path, { body: { code, label: 'Phone' } })).body;
}

/** Sets up a passkey through the API. */
async function addPasskey(api = own) {
  const { body: begun } = await api.post(`${me}/authenticators`, { body: { type: 'passkey' } });
  const { origin, hostname: rpId } = new URL(tenant.issuer);
  const { challenge } = begun.publicKey;
  const credential = virtualKey().create({ challenge, origin, rpId });
  const path = `${me}/authenticators/${begun.id}/complete`;
  return (await api.post(path, { body: { credential } })).body;
}

describe("one's own sign-in methods", () => {
  test('are set up, listed, renamed and removed', async () => {
    await calls.setPassword(userId);
    const app = await addApp();
    expect(app).toMatchObject({ type: 'totp', label: 'Phone', recoveryCodes: { length: 10 } });
    const passkey = await addPasskey();
    expect(passkey).toMatchObject({ type: 'passkey', label: 'Passkey', recoveryCodes: [] });
    const renamed = await own.patch(`${me}/authenticators/${app.id}`, { body: { label: 'New' } });
    expect(renamed.body).toMatchObject({ id: app.id, label: 'New' });
    expect(await methodsOf()).toMatchObject([
      { id: 'password', signsIn: true, removable: true },
      { id: app.id, type: 'totp', label: 'New', removable: true },
      { id: passkey.id, type: 'passkey', signsIn: true, removable: true },
      { id: 'recovery_codes', remaining: 10, signsIn: false },
    ]);
    expect((await own.delete(`${me}/authenticators/${app.id}`)).body).toEqual({
      id: app.id,
      deleted: true,
    });
    expect(await on.events(tenant.id, 'user.authenticator_removed')).toContainEqual(
      expect.objectContaining({
        user: { id: userId },
        method: 'totp',
        requestedBy: 'user',
        ip: '203.0.113.7',
      }),
    );
    expect((await own.delete(`${me}/authenticators/${app.id}`)).status).toBe(404);
    expect((await methodsOf()).at(-1)).toMatchObject({ id: 'recovery_codes' });
    await own.delete(`${me}/authenticators/${passkey.id}`);
    // Otherwise every sign-in would ask for one.
    expect(await methodsOf()).toMatchObject([{ id: 'password' }]);
  });

  test('keep the last one that signs in, also if two are removed at the same time', async () => {
    const [one, two] = [await addPasskey(), await addPasskey()];
    await addApp();
    const answers = await Promise.all(
      [one, two].map(({ id }) => own.delete(`${me}/authenticators/${id}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'lockout_risk',
      errors: [{ code: 'last_sign_in_method' }],
    });
    expect((await methodsOf()).filter(({ signsIn }: any) => signsIn)).toMatchObject([
      { type: 'passkey', removable: false },
    ]);
  });

  test('count wrong codes of an enrollment, which ends after five', async () => {
    const { body: begun } = await own.post(`${me}/authenticators`, { body: { type: 'totp' } });
    const answer = (code: string) =>
      own.post(`${me}/authenticators/${begun.id}/complete`, { body: { code } });
    const wrong = String((Number(on.totpCode(begun.secret)) + 1) % 1_000_000).padStart(6, '0');
    const codes = [];
    for (let i = 0; i < 6; i += 1) codes.push((await answer(wrong)).body.errors[0].code);
    expect(codes).toEqual([...Array(5).fill('code_wrong'), 'enrollment_expired']);
    expect((await answer(on.totpCode(begun.secret))).body.code).toBe('invalid_state');
    expect(await methodsOf()).toEqual([]);
  });

  test('are not completed by another user, or without the property of their type', async () => {
    const { body: begun } = await own.post(`${me}/authenticators`, { body: { type: 'totp' } });
    const path = `${me}/authenticators/${begun.id}/complete`;
    const body = { code: on.totpCode(begun.secret) };
    const other = await ownAs(await someone());
    expect((await other.post(path, { body })).status).toBe(404);
    expect((await own.post(path, { body: {} })).body.errors[0].pointer).toBe('/code');
    expect((await own.post(path, { body })).status).toBe(200);
  });

  test('include recovery codes, which replace earlier ones', async () => {
    const first = (await own.post(`${me}/recovery-codes`)).body.recoveryCodes;
    const second = (await own.post(`${me}/recovery-codes`)).body.recoveryCodes;
    const use = async (code: string) => {
      const { challengeId } = await calls.begin({ userId, method: 'recovery_code' });
      const response = { code };
      return (await calls.verify({ challengeId, method: 'recovery_code', response })).outcome;
    };
    expect([await use(first[0]), await use(second[0])]).toEqual(['FAILURE', 'SUCCESS']);
    expect(await methodsOf()).toMatchObject([{ id: 'recovery_codes', remaining: 9 }]);
  });

  test('belong to the user of the token alone', async () => {
    await calls.setPassword(userId);
    expect(await methodsOf(await ownAs(await someone()))).toEqual([]);
    const reader = await ownAs(userId, ['self.read']);
    expect((await reader.post(`${me}/recovery-codes`)).body.code).toBe('insufficient_scope');
    expect((await administrator.get(`${me}/sign-in-methods`)).body.code).toBe('insufficient_scope');
    const client = await on.platform.as({ tenant, scopes: ['self.read', 'self.write'] });
    for (const path of ['sign-in-methods', 'devices', 'identities'])
      expect((await client.get(`${me}/${path}`)).body.code).toBe('caller_not_allowed');
  });
});

describe('mePasswordSet', () => {
  test('sets a password by the rules of sign-ins, and names the session that continues', async () => {
    const refused = async (newPassword: string) =>
      (await own.put(`${me}/password`, { body: { newPassword } })).body.errors[0].code;
    expect(await refused('short')).toBe('password_too_short');
    expect(await refused('wilhelminaPrzybylski')).toBe('password_blocked');
    const set = await own.put(`${me}/password`, { body: { newPassword: goodPassword } });
    expect(set.body).toEqual({ setAt: expect.any(String) });
    const verdict = await calls.verify({
      method: 'password',
      userId,
      response: { password: goodPassword },
    });
    expect(verdict.outcome).toBe('SUCCESS');
    expect(await on.events(tenant.id, 'user.password_changed')).toContainEqual(
      expect.objectContaining({ user: { id: userId }, sessionId: `sid-${userId}` }),
    );
  });
});

describe('devices and identities', () => {
  test('are listed and removed', async () => {
    const { service } = on.rpcAs('hub');
    await service('platform.identity.v1.Credentials').RememberDevice({
      tenantId: tenant.id,
      userId,
      deviceDigest: 'a'.repeat(64),
      loginId: 'login-1',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    });
    const { data } = (await own.get(`${me}/devices`)).body;
    expect(data).toMatchObject([{ device: { browser: 'Firefox' }, trustedUntil: null }]);
    expect((await own.delete(`${me}/devices/${data[0].id}`)).status).toBe(200);
    expect((await own.delete(`${me}/devices/${data[0].id}`)).status).toBe(404);
    await calls.setPassword(userId);
    await on.sql(
      `INSERT INTO external_identities (tenant_id, provider, issuer, subject, user_id, linked_at)
       VALUES ($1, 'google', 'https://accounts.google.com', 'one', $2, now())`,
      [tenant.id, userId],
    );
    const [identity] = (await own.get(`${me}/identities`)).body.data;
    expect(identity).toMatchObject({ id: expect.stringMatching(/^idn_/), provider: 'google' });
    expect((await own.delete(`${me}/identities/${identity.id}`)).status).toBe(200);
    expect((await own.get(`${me}/identities`)).body.data).toEqual([]);
    expect(await on.events(tenant.id, 'user.identity_unlinked')).toContainEqual(
      expect.objectContaining({ user: { id: userId }, provider: 'google', requestedBy: 'user' }),
    );
  });
});

describe("an administrator of a user's sign-in methods", () => {
  test('lists and removes them by the same rules', async () => {
    await calls.setPassword(userId);
    const app = await addApp();
    const path = `${users}/${userId}/sign-in-methods`;
    const listed = (await administrator.get(path)).body.data;
    expect(listed).toEqual(await methodsOf());
    expect((await administrator.delete(`${path}/recovery_codes`)).status).toBe(200);
    expect((await administrator.delete(`${path}/${app.id}`)).status).toBe(200);
    expect((await administrator.delete(`${path}/password`)).body.code).toBe('lockout_risk');
    expect(await on.events(tenant.id, 'user.authenticator_removed')).toContainEqual(
      expect.objectContaining({ method: 'recovery_code', requestedBy: 'administrator' }),
    );
  });

  test('removes a password of a user who can sign in with a mailed code, if the flow offers it', async () => {
    userId = await someone({ verified: true });
    await calls.setPassword(userId);
    const path = `${users}/${userId}/sign-in-methods`;
    const [password] = (await administrator.get(path)).body.data;
    const removed = await administrator.delete(`${path}/password`);
    expect(removed.status).toBe(password.removable ? 200 : 409);
  });

  test('locks a password until it is reset, and unlocks credentials', async () => {
    userId = await someone({ verified: true });
    await calls.setPassword(userId);
    const verify = async () =>
      (await calls.verify({ method: 'password', userId, response: { password: goodPassword } }))
        .outcome;
    const reset = await administrator.post(`${users}/${userId}/password-reset`);
    expect(reset.body).toEqual({ id: userId, required: true });
    expect(await verify()).toBe('LOCKED');
    const unlock = () => administrator.post(`${users}/${userId}/unlock`);
    expect([(await unlock()).body.unlocked, (await unlock()).body.unlocked]).toEqual([true, false]);
    expect(await verify()).toBe('SUCCESS');
    expect(await on.events(tenant.id, 'user.credential_unlocked')).toContainEqual({
      user: { id: userId },
    });
  });

  test('cannot have a password reset that no code could reach', async () => {
    const answer = await administrator.post(`${users}/${userId}/password-reset`);
    expect(answer.body).toMatchObject({
      code: 'invalid_state',
      errors: [{ code: 'recipient_unknown' }],
    });
  });

  test('sees no user of another tenant', async () => {
    const { api: others } = await on.tenant();
    await calls.setPassword(userId);
    for (const answer of [
      await others.get(`${users}/${userId}/sign-in-methods`),
      await others.delete(`${users}/${userId}/sign-in-methods/password`),
      await others.post(`${users}/${userId}/password-reset`),
      await others.post(`${users}/${userId}/unlock`),
    ])
      expect(answer.body.code).toBe('not_found');
  });
});
