import { idPrefixes } from '../ids.ts';

const suffix = '01h455vb4pex5vsknk084sn02q';

/** Recognizable values, by the name of their member; of lists, in the singular. */
export const byName: Readonly<Record<string, string>> = {
  acr: 'aal2',
  allowedScope: 'openid',
  amr: 'pwd',
  attribute: 'displayName',
  audience: 'https://orders.example.com',
  changeSummary: 'Names the new processor.',
  checksum: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  cidr: '203.0.113.0/24',
  clientId: 'app_ledger',
  clientSecret: 'shown-only-once',
  consistencyToken: 'AAAAAAAAAGQ',
  defaultRole: 'member',
  description: 'An example.',
  displayDomain: 'login.example.com',
  displayName: 'Ada Lovelace',
  docType: 'terms',
  domain: 'example.com',
  email: 'ada@example.com',
  eventType: 'user.created',
  eventsDelivered: 'https://schemas.openid.net/secevent/caep/event-type/session-revoked',
  eventsRequested: 'https://schemas.openid.net/secevent/caep/event-type/session-revoked',
  eventsSupported: 'https://schemas.openid.net/secevent/caep/event-type/session-revoked',
  externalId: 'crm-4711',
  externalReference: 'CASE-1042',
  familyName: 'Lovelace',
  fileName: 'users.ndjson',
  formatted: 'Ada Lovelace',
  givenName: 'Ada',
  group: 'engineering',
  headerName: 'x-region',
  iconUrl: 'https://example.com/icon.svg',
  ip: '203.0.113.7',
  issuer: 'https://idp.example.com',
  jurisdiction: 'DE',
  justification: 'Investigates incident 4711.',
  jwksUri: 'https://idp.example.com/jwks.json',
  key: 'editor',
  label: 'Production',
  language: 'en',
  last4: '7k2q',
  locale: 'en',
  logoUri: 'https://example.com/logo.svg',
  logoUrl: 'https://example.com/logo.svg',
  middleName: 'King',
  name: 'Example',
  nextCursor: 'eyJhZnRlciI6IjAxaDQ1NXZiIn0',
  nickname: 'Ada',
  note: 'Agreed with the customer.',
  permission: 'orders.read',
  phoneNumber: '+14155550123',
  pictureUrl: 'https://example.com/ada.png',
  primaryDomain: 'example.com',
  profileUrl: 'https://example.com/ada',
  provider: 'google',
  purposeKey: 'newsletter',
  reason: 'Requested by the customer.',
  recordName: '_platform-challenge.example.com',
  relation: 'viewer',
  role: 'editor',
  scope: 'tenant:users.read',
  secretLast4: '7k2q',
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  slug: 'example',
  sourceAddress: '203.0.113.7',
  timeZone: 'Europe/Berlin',
  title: 'Example',
  url: 'https://example.com/webhooks',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
  userName: 'ada',
  username: 'ada',
  versionLabel: '2026-11',
};

/** Values of members that have this form only where a pattern demands it. */
export const byNameWithPattern: Readonly<Record<string, string>> = {
  object: 'document:readme',
  subject: 'user:ada',
};

/** Members whose name does not say what they identify. */
const kinds: Readonly<Record<string, string>> = { modelId: 'fgaModel', subjectId: 'user' };

const prefixOf = (kind: string): string | undefined =>
  (idPrefixes as Readonly<Record<string, string>>)[kind];
const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** `ConsentSummary` and `CreatedApplication` have the id of the whole resource. */
const resourceOf = (owner: string): string => owner.replace(/^(?:Created|Registered)|Summary$/, '');

/**
 * Returns an id with the prefix of what it identifies: `userId` is the id of a user, and `id` that of the object that has it, whose
 * schema is named `owner`.
 * @returns undefined if the member is no id of a known kind
 */
export function idValue(name: string, owner: string | undefined): string | undefined {
  const kind =
    name === 'id' ? resourceOf(owner ?? '') : (kinds[name] ?? /^(\w+)Id$/.exec(name)?.[1]);
  const prefix = kind && prefixOf(lowerFirst(kind));
  return prefix && `${prefix}_${suffix}`;
}
