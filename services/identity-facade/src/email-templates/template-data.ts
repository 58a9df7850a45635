import { emailTypes, emailVariables } from '@platform/contracts';
import type { EmailTypeName } from '@platform/contracts';

/** Values by path, such as `user.email`. */
export type TemplateValues = Readonly<Record<string, string | number | undefined>>;

/** Converts values by path into the objects that templates use. */
export function nested(values: TemplateValues): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) {
    // Liquid treats an empty string as true.
    if (value === undefined || value === '') continue;
    const [head = '', name] = path.split('.');
    if (name === undefined) data[head] = value;
    else data[head] = { ...(data[head] as object | undefined), [name]: value };
  }
  return data;
}

/** Sample values for test mails and trial renderings. */
export const sampleValues: TemplateValues = {
  'tenant.name': 'Acme',
  'tenant.slug': 'acme',
  'branding.displayName': 'Acme',
  'branding.logoUrl': 'https://login.example.com/logo.png',
  'branding.primaryColor': '#2B59E0',
  'branding.onPrimaryColor': '#FFFFFF',
  'branding.supportEmail': 'support@example.com',
  'branding.privacyPolicyUrl': 'https://www.example.com/privacy',
  'application.name': 'Ledger',
  'application.clientId': 'ledger',
  'user.id': 'usr_01m7vqhvjpfrhtg5g075cmmcw9',
  'user.email': 'ada@example.com',
  'user.givenName': 'Ada',
  'user.familyName': 'Lovelace',
  'user.displayName': 'Ada Lovelace',
  'user.locale': 'en',
  'organization.id': 'org_01m7vqhvjpfrhtg5g075cmmcw9',
  'organization.name': 'Analytical Engines',
  'request.ip': '203.0.113.7',
  'request.userAgent': 'Firefox on Linux',
  'request.time': '2026-11-20T05:41:00.123Z',
  'request.country': 'CH',
  'request.requestedBy': 'user',
  'inviter.displayName': 'Charles Babbage',
  message: 'We look forward to working with you.',
  expiresInMinutes: 10,
  link: 'https://login.example.com/continue?token=Xk4vN9sample',
  code: '481920',
};

/** The samples of a type: of every variable that its templates may use, or of the required ones only. */
export function samplesOf(type: EmailTypeName, which: 'all' | 'required'): TemplateValues {
  const names = which === 'all' ? emailVariables(type) : emailTypes[type].required;
  return Object.fromEntries(names.map((name) => [name, sampleValues[name]]));
}
