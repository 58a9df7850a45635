import { z } from 'zod';
import { high, medium, outline } from '../events/outline.ts';
import { loginFlowEvents } from './login-flow-events.ts';

const user = outline('identity-facade', 'user', 'usr');
const branding = outline('identity-facade', 'branding', 'brd');
const domain = outline('identity-facade', 'login_domain', 'ldm');
const template = outline('identity-facade', 'email_template', 'emt');
const connector = outline('identity-facade', 'connector', 'con');

const method = { data: { method: z.string() }, example: { method: 'totp' } };
const provider = { data: { provider: z.string() }, example: { provider: 'google' } };

/** Facts of credentials, login flows and the login experience. */
export const identityFacadeEvents = {
  'user.password_changed': user('A password was changed.', {
    ...medium,
    data: { first: z.boolean().optional() },
  }),
  'user.password_reset_requested': user('A new password was asked for.'),
  'user.password_reset_required': user('A new password is due at the next sign-in.', medium),
  'user.authenticator_added': user('Someone added a way to sign in.', { ...medium, ...method }),
  'user.authenticator_removed': user('A way to sign in was removed.', { ...high, ...method }),
  'user.identity_linked': user('An upstream identity was linked.', { ...medium, ...provider }),
  'user.identity_unlinked': user('An upstream identity was unlinked.', { ...medium, ...provider }),
  'user.credential_locked': user('A credential is locked after too many tries.', {
    ...medium,
    ...method,
  }),
  'user.credential_compromised': user('A credential is known to have leaked.', {
    ...high,
    ...method,
  }),

  ...loginFlowEvents,

  'login_experience.branding_updated': branding('The look of the login was changed.'),
  'login_experience.domain_registered': domain('A login domain was registered.'),
  'login_experience.domain_verified': domain('A login domain was proven.'),
  'login_experience.domain_activated': domain('A login domain is in use.', medium),
  'login_experience.domain_failing': domain('A login domain no longer points here.', medium),
  'login_experience.domain_suspended': domain('A login domain was taken out of use.', medium),
  'login_experience.domain_released': domain('A login domain was given up.', medium),
  'login_experience.email_template_updated': template('The text of a mail was changed.'),
  'login_experience.email_template_deleted': template(
    'The text of a mail is the standard one again.',
  ),
  'login_experience.connector_created': connector('A social connector was created.', medium),
  'login_experience.connector_updated': connector('A social connector was changed.', medium),
  'login_experience.connector_deleted': connector('A social connector was deleted.', medium),
};
