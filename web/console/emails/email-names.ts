import { useSay } from '../../kit/words/words-context.ts';

const known = [
  'verify_email',
  'verify_email_code',
  'password_reset',
  'password_reset_code',
  'sign_in_code',
  'magic_link',
  'mfa_code',
  'administrator_invitation',
  'organization_invitation',
  'organization_setup',
  'welcome',
  'password_changed',
  'email_changed',
  'authenticator_added',
  'authenticator_removed',
  'account_linked',
  'new_sign_in',
  'account_blocked',
  'credential_compromised',
] as const;

/** Names a type of e-mail. One that the platform has added since is named by its id. */
export function useEmailTypeName(): (type: string) => string {
  const say = useSay('emails');
  return (type) => {
    const name = known.find((one) => one === type);
    return name ? say(`type.${name}`) : type;
  };
}
