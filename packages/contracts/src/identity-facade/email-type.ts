/** What a type of mail is for. */
export interface EmailType {
  /** What it must show: a link or a code, and nothing without. */
  secret: 'link' | 'code' | null;
  /** Variables that both parts must show. */
  required: readonly string[];
  /** Tells of something that has happened; the tenant may switch it off. */
  isNotice: boolean;
  /** It may have a link, by which the recipient objects to what has happened. */
  mayHaveLink?: boolean;
  /** How long its link or code is valid unless the template says otherwise. */
  lifetimeSeconds: number | null;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const link = (lifetimeSeconds: number, ...more: string[]): EmailType => ({
  secret: 'link',
  required: ['link', ...more],
  isNotice: false,
  lifetimeSeconds,
});
const code = (): EmailType => ({
  secret: 'code',
  required: ['code'],
  isNotice: false,
  lifetimeSeconds: 10 * minute,
});
const notice: EmailType = { secret: null, required: [], isNotice: true, lifetimeSeconds: null };

/** Every type of mail. */
export const emailTypes = {
  verify_email: link(day),
  verify_email_code: code(),
  password_reset: link(hour),
  password_reset_code: code(),
  sign_in_code: code(),
  magic_link: link(10 * minute),
  mfa_code: code(),
  organization_invitation: link(7 * day, 'organization.name'),
  welcome: notice,
  password_changed: notice,
  email_changed: notice,
  authenticator_added: notice,
  authenticator_removed: notice,
  account_linked: notice,
  new_sign_in: { ...notice, mayHaveLink: true },
  account_blocked: notice,
  credential_compromised: link(hour),
} as const satisfies Record<string, EmailType>;

/** The name of a type of mail. */
export type EmailTypeName = keyof typeof emailTypes;

/** Is this the name of a type of mail? */
export const isEmailType = (name: string): name is EmailTypeName => Object.hasOwn(emailTypes, name);

const commonVariables = [
  'tenant.name',
  'tenant.slug',
  'branding.displayName',
  'branding.logoUrl',
  'branding.primaryColor',
  'branding.onPrimaryColor',
  'branding.supportEmail',
  'branding.privacyPolicyUrl',
  'application.name',
  'application.clientId',
  'user.id',
  'user.email',
  'user.givenName',
  'user.familyName',
  'user.displayName',
  'user.locale',
  'organization.id',
  'organization.name',
  'request.ip',
  'request.userAgent',
  'request.time',
  'request.country',
  'request.requestedBy',
  'expiresInMinutes',
];

/** Variables that templates of a type may name. */
export function emailVariables(type: EmailTypeName): readonly string[] {
  const { secret, mayHaveLink }: EmailType = emailTypes[type];
  const own = type === 'organization_invitation' ? ['inviter.displayName', 'message'] : [];
  const shown = mayHaveLink ? 'link' : secret;
  return [...commonVariables, ...(shown === null ? [] : [shown]), ...own];
}
