import { randomUUID } from 'node:crypto';
import { withClient } from '@platform/dev/postgres';
import { Secret, TOTP } from 'otpauth';
import { anAccount, post } from './world.ts';
import type { Account, Recipe, World } from './world.ts';

const as = (w: World, { token }: Pick<Account, 'token'>): World => ({ ...w, token });

const firstOf = async (w: World, path: string, account: Account) => {
  const { body } = await w.platform.call('get', path, { token: account.token });
  return body.data[0];
};

/** Another session of the account than that of its token. */
async function anotherSession(w: World, account: Account): Promise<string> {
  await account.signInAgain();
  const { body } = await w.platform.call('get', '/api/v1/me/sessions', { token: account.token });
  return body.data.find(({ current }: { current: boolean }) => !current).id;
}

/** Links an identity, for which a sign-in at a provider would be needed. */
async function linkIdentity(w: World, { id: userId, token }: Account): Promise<void> {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  const { tnt: tenantId } = JSON.parse(claims) as { tnt: string };
  await withClient(w.platform.postgresUrl, (client) =>
    client.query(
      `INSERT INTO identity.external_identities (tenant_id, provider, issuer, subject, user_id, linked_at)
       VALUES ($1, 'google', 'https://accounts.google.com', $2, $3, now())`,
      [tenantId, randomUUID(), userId],
    ),
  );
}

const aProvider = async (w: World): Promise<string> => {
  const provider = `oauth2-${w.unique()}`;
  const at = (path: string): string => `https://idp.example.com/${path}`;
  await post(w, `/api/v1/login-experience/social-connectors/${provider}`, {
    clientId: 'client',
    clientSecret: 'a-secret-of-the-provider',
    displayName: 'Partner',
    oidc: {
      authorizationEndpoint: at('authorize'),
      tokenEndpoint: at('token'),
      userinfoEndpoint: at('userinfo'),
    },
  });
  return provider;
};

const beginApp = (w: World, account: Account) =>
  post(as(w, account), '/api/v1/me/authenticators', { type: 'totp' });

const codeOf = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** An account with an authenticator app. */
async function withApp(w: World): Promise<Account & { authenticatorId: string }> {
  const account = await anAccount(w);
  const { id, secret } = await beginApp(w, account);
  const path = `/api/v1/me/authenticators/${id}/complete`;
  const { id: authenticatorId } = await post(as(w, account), path, { code: codeOf(secret) });
  return { ...account, authenticatorId };
}

const tokenOnly: Recipe = async (w) => ({ token: (await anAccount(w)).token });

export const ownAccountRecipes: Record<string, Recipe> = {
  meSessionList: tokenOnly,
  meSessionEndOthers: tokenOnly,
  async meSessionEnd(w) {
    const account = await anAccount(w);
    return { token: account.token, params: { sessionId: await anotherSession(w, account) } };
  },
  meApplicationList: tokenOnly,
  async meApplicationRemove(w) {
    const account = await anAccount(w);
    const { clientId } = await firstOf(w, '/api/v1/me/applications', account);
    return { token: account.token, params: { clientId } };
  },
  meSignInMethodList: tokenOnly,
  meDeviceList: tokenOnly,
  async meDeviceRemove(w) {
    const account = await anAccount(w);
    const { id } = await firstOf(w, '/api/v1/me/devices', account);
    return { token: account.token, params: { id } };
  },
  meIdentityList: tokenOnly,
  meIdentityProviderList: tokenOnly,
  async meIdentityUnlink(w) {
    const account = await anAccount(w);
    await linkIdentity(w, account);
    const { id } = await firstOf(w, '/api/v1/me/identities', account);
    return { token: account.token, params: { id } };
  },
  meIdentityStart: async (w) => ({
    token: (await anAccount(w)).token,
    body: { provider: await aProvider(w) },
  }),
  async meIdentityComplete(w) {
    const { token } = await anAccount(w);
    const provider = await aProvider(w);
    const { state } = await post({ ...w, token }, '/api/v1/me/identities', { provider });
    // The provider does not exist.
    return { token, body: { state, code: 'a-code' }, outage: 'upstream_failed' };
  },
  mePasswordSet: async (w) => ({
    token: (await anAccount(w)).token,
    body: { newPassword: `a stapled horse ${w.unique()}` },
  }),
  meAuthenticatorBegin: async (w) => ({
    token: (await anAccount(w)).token,
    body: { type: 'passkey' },
  }),
  async meAuthenticatorComplete(w) {
    const account = await anAccount(w);
    const { id: enrollmentId, secret } = await beginApp(w, account);
    return {
      token: account.token,
      params: { enrollmentId },
      body: { label: 'Phone', code: codeOf(secret) },
    };
  },
  async meAuthenticatorUpdate(w) {
    const { token, authenticatorId: id } = await withApp(w);
    return { token, params: { id }, body: { label: w.unique() } };
  },
  async meAuthenticatorRemove(w) {
    const { token, authenticatorId: id } = await withApp(w);
    return { token, params: { id } };
  },
  meRecoveryCodeReplace: tokenOnly,

  userSignInMethodList: async (w) => ({ params: { id: (await anAccount(w)).id } }),
  async userSignInMethodRemove(w) {
    const account = await anAccount(w);
    await post(as(w, account), '/api/v1/me/recovery-codes', undefined);
    return { params: { id: account.id, methodId: 'recovery_codes' } };
  },
  userPasswordResetStart: async (w) => ({ params: { id: (await anAccount(w)).id } }),
  userCredentialUnlock: async (w) => ({ params: { id: (await anAccount(w)).id } }),
  userSessionList: async (w) => ({ params: { id: (await anAccount(w)).id } }),
  userSessionEndAll: async (w) => ({ params: { id: (await anAccount(w)).id } }),
  async userSessionEnd(w) {
    const account = await anAccount(w);
    return { params: { id: account.id, sessionId: await anotherSession(w, account) } };
  },
};
