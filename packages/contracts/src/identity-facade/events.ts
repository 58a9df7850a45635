import { z } from 'zod';
import { high, medium, outline } from '../events/outline.ts';
import { loginFlowEvents } from './login-flow-events.ts';

const user = outline('identity-facade', 'user', 'usr');
const branding = outline('identity-facade', 'branding', 'brd');
const domain = outline('identity-facade', 'login_domain', 'ldm');
const template = outline('identity-facade', 'email_template', 'emt');
const connector = outline('identity-facade', 'connector', 'con');

/**
 * Who requested a change of credentials: the user, an administrator of users, or the user by a code
 * in an email.
 */
export const credentialRequesters = ['user', 'administrator', 'password_reset'] as const;
/** See {@link credentialRequesters}. */
export type CredentialRequester = (typeof credentialRequesters)[number];

/** Who changed a credential, and from where; unknown members are absent. */
const change = {
  requestedBy: z.enum(credentialRequesters).optional(),
  ip: z.string().optional(),
  /** Equals `ip`. */
  sourceIp: z.string().optional(),
  country: z.string().optional(),
  userAgent: z.string().optional(),
};
const changeExample = {
  requestedBy: 'user',
  ip: '203.0.113.7',
  sourceIp: '203.0.113.7',
  country: 'CH',
  userAgent: 'Mozilla/5.0',
};
const changedMethod = {
  data: { method: z.string(), ...change },
  example: { method: 'totp', ...changeExample },
};

const method = { data: { method: z.string() }, example: { method: 'totp' } };
const provider = { data: { provider: z.string() }, example: { provider: 'google' } };

/** Events of credentials, login flows and the login experience. */
export const identityFacadeEvents = {
  'user.password_changed': user('A password was changed.', {
    ...medium,
    data: {
      first: z.boolean().optional(),
      /** The session that changed it, which continues. */
      sessionId: z.string().optional(),
      ...change,
    },
    example: changeExample,
  }),
  'user.password_reset_requested': user('A password reset was requested.'),
  'user.password_reset_required': user(
    'A user must choose a new password at the next sign-in.',
    medium,
  ),
  'user.authenticator_added': user('An authenticator was added to a user.', {
    ...medium,
    ...changedMethod,
  }),
  'user.authenticator_removed': user('An authenticator was removed from a user.', {
    ...high,
    ...changedMethod,
  }),
  'user.identity_linked': user('An upstream identity was linked.', { ...medium, ...provider }),
  'user.identity_unlinked': user('An upstream identity was unlinked.', {
    ...medium,
    data: { ...provider.data, ...change },
    example: { ...provider.example, ...changeExample },
  }),
  'user.credential_locked': user('A credential was locked after too many failed attempts.', {
    ...medium,
    ...method,
  }),
  'user.credential_unlocked': user('The failed attempts on credentials were reset.', medium),
  'user.credential_compromised': user('A credential was found in a data breach.', {
    ...high,
    ...method,
  }),

  ...loginFlowEvents,

  'login_experience.branding_updated': branding('The branding was updated.'),
  'login_experience.asset_uploaded': branding('A picture for the branding was uploaded.', {
    data: { sha256: z.string(), mediaType: z.string() },
    example: {
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      mediaType: 'image/png',
    },
  }),
  'login_experience.domain_registered': domain('A login domain was registered.'),
  'login_experience.domain_verified': domain('The ownership of a login domain was verified.'),
  'login_experience.domain_activated': domain('A login domain was activated.', medium),
  'login_experience.domain_failing': domain(
    'The DNS records of a login domain stopped pointing to the platform.',
    medium,
  ),
  'login_experience.domain_suspended': domain('A login domain was suspended.', medium),
  'login_experience.domain_released': domain('A login domain was deleted.', medium),
  'login_experience.email_template_updated': template('An e-mail template was created or updated.'),
  'login_experience.email_template_deleted': template(
    'An e-mail template was deleted; the built-in text applies again.',
  ),
  'login_experience.connector_created': connector('A social connector was created.', medium),
  'login_experience.connector_updated': connector('A social connector was updated.', medium),
  'login_experience.connector_deleted': connector('A social connector was deleted.', medium),
};
