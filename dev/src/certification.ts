import { randomBytes } from 'node:crypto';
import { planConfiguration, suiteAddress } from './certification-plan.ts';
import type { CertificationSuite, CertifiedClient } from './certification-plan.ts';
import { succeeded } from './management-api.ts';
import type { ManagementApi } from './management-api.ts';

const email = 'certification@example.com';

/** A value for every standard claim, so that tests of scopes find all of them. */
const profile = {
  email,
  emailVerified: true,
  displayName: 'Grace Brewster Murray Hopper',
  name: { givenName: 'Grace', middleName: 'Brewster Murray', familyName: 'Hopper' },
  username: 'certification',
  nickname: 'Grace',
  profileUrl: 'https://example.com/grace',
  pictureUrl: 'https://example.com/grace.png',
  timeZone: 'America/New_York',
  locale: 'en-US',
  phoneNumber: '+12025550123',
  phoneVerified: true,
};
const attributes = {
  website: 'https://example.com',
  gender: 'female',
  birthdate: '1906-12-09',
  address: { street_address: '1 Main Street', locality: 'New York', country: 'US' },
};

/** The registration for the plans: redirects to the suite, and neither PKCE nor `nonce`. */
const application = (
  suite: CertificationSuite,
  name: string,
  { method = 'client_secret_basic', backchannelLogoutUri = null as string | null } = {},
) => ({
  clientId: `certification-${name}`,
  name: `Certification ${name}`,
  type: 'web',
  tokenEndpointAuthMethod: method,
  allowedScopes: ['openid', 'profile', 'email', 'address', 'phone', 'offline_access'],
  redirectUris: [suiteAddress(suite, 'callback')],
  postLogoutRedirectUris: [suiteAddress(suite, 'post_logout_redirect')],
  backchannelLogoutUri,
  requirePkce: false,
  requireNonce: false,
});

/** Creates the application, or updates one from an earlier run and gives it a new secret. */
async function register(
  api: ManagementApi,
  { clientId, type, ...settings }: ReturnType<typeof application>,
): Promise<CertifiedClient> {
  const made = await api('POST', '/applications', { clientId, type, ...settings });
  if (made.status !== 409)
    return {
      clientId,
      clientSecret: String((await succeeded(Promise.resolve(made)))['clientSecret']),
    };
  await succeeded(api('PATCH', `/applications/${clientId}`, settings));
  const { secret } = await succeeded(
    api('POST', `/applications/${clientId}/secrets`, { expiresPreviousInSeconds: 0 }),
  );
  return { clientId, clientSecret: String(secret) };
}

/** Creates the user, or sets a new password for the one from an earlier run. */
async function addPerson(api: ManagementApi): Promise<{ email: string; password: string }> {
  const schema = { templateId: 'oidc_profile', onConflict: 'skip' };
  await succeeded(api('POST', '/attribute-schema/apply-template', schema));
  const found = await succeeded(api('GET', `/directory/users?email=${encodeURIComponent(email)}`));
  for (const { id } of found['data'] as { id: string }[])
    await succeeded(api('DELETE', `/directory/users/${id}`));
  const password = randomBytes(18).toString('base64url');
  const user = { ...profile, metadata: attributes, credential: { password } };
  await succeeded(api('POST', '/directory/users', user));
  return { email, password };
}

/** Registers the applications and the user of the plans, and returns their configuration. */
export async function prepareCertification(
  api: ManagementApi,
  issuer: string,
  suite: CertificationSuite,
): Promise<Record<string, unknown>> {
  const person = await addPerson(api);
  const backchannelLogoutUri = suiteAddress(suite, 'backchannel_logout');
  const [basic, second, post, notified] = await Promise.all([
    register(api, application(suite, 'basic')),
    register(api, application(suite, 'second')),
    register(api, application(suite, 'post', { method: 'client_secret_post' })),
    register(api, application(suite, 'notified', { backchannelLogoutUri })),
  ]);
  return planConfiguration({ issuer, person, clients: { basic, second, post, notified } }, suite);
}
