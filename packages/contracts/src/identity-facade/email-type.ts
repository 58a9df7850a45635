/** Properties of a type of email. */
export interface EmailType {
  /** The link or code that it must show; null: none. */
  secret: 'link' | 'code' | null;
  /** Variables that both parts must contain. */
  required: readonly string[];
  /** Reports something that has happened; the tenant can switch it off. */
  isNotice: boolean;
  /** Whether it may have a link that is no secret, such as one for the recipient to object to what has happened. */
  mayHaveLink?: boolean;
  /** Validity of its link or code unless the template overrides it. */
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

/** Every type of email. */
export const emailTypes = {
  verify_email: link(day),
  verify_email_code: code(),
  password_reset: link(hour),
  password_reset_code: code(),
  sign_in_code: code(),
  magic_link: link(10 * minute),
  mfa_code: code(),
  organization_invitation: link(7 * day, 'organization.name'),
  organization_setup: link(7 * day, 'organization.name'),
  // The link is no secret: it leads to the console, where the recipient signs in.
  administrator_invitation: {
    secret: null,
    required: ['link'],
    isNotice: false,
    mayHaveLink: true,
    lifetimeSeconds: null,
  },
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

/** The name of a type of email. */
export type EmailTypeName = keyof typeof emailTypes;

/** Whether this is the name of a type of email. */
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

/** Lists the variables that templates of a type may use. */
export function emailVariables(type: EmailTypeName): readonly string[] {
  const { secret, mayHaveLink }: EmailType = emailTypes[type];
  const own = type === 'organization_invitation' ? ['inviter.displayName', 'message'] : [];
  const shown = mayHaveLink ? 'link' : secret;
  return [...commonVariables, ...(shown === null ? [] : [shown]), ...own];
}
