import type { BrokeredIdentity } from './brokered-identity.ts';
import { claimAtPath } from './claim-path.ts';

type Claims = Readonly<Record<string, unknown>>;

/** Maps attributes of a user to paths in the claims of a provider. */
export type ClaimMapping = Readonly<Record<string, string>>;

/** The mapping of the standard claims (OpenID Connect Core §5.1). */
export const openidMapping: ClaimMapping = {
  email: 'email',
  emailVerified: 'email_verified',
  givenName: 'given_name',
  familyName: 'family_name',
  displayName: 'name',
  picture: 'picture',
  locale: 'locale',
  phoneNumber: 'phone_number',
};

/** The SAML attribute names that Entra, Okta, Google and ADFS send. */
const samlNames: Readonly<Record<string, readonly string[]>> = {
  email: [
    'email',
    'mail',
    'emailaddress',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
    'urn:oid:0.9.2342.19200300.100.1.3',
  ],
  givenName: [
    'givenName',
    'firstName',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
    'urn:oid:2.5.4.42',
  ],
  familyName: [
    'familyName',
    'lastName',
    'surname',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
    'urn:oid:2.5.4.4',
  ],
  displayName: [
    'displayName',
    'http://schemas.microsoft.com/identity/claims/displayname',
    'urn:oid:2.16.840.1.113730.3.1.241',
  ],
};

/** Returns the mapping of the SAML attributes that are present. */
export function samlMapping(claims: Claims): ClaimMapping {
  const found = Object.entries(samlNames).map(([target, names]) => [
    target,
    names.find((name) => Object.hasOwn(claims, name)),
  ]);
  return Object.fromEntries(found.filter(([, name]) => name !== undefined)) as ClaimMapping;
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Returns the email address and attributes in a person's claims. */
export function mappedIdentity(
  claims: Claims,
  mapping: ClaimMapping,
): Pick<BrokeredIdentity, 'email' | 'attributes'> & { emailVerified: unknown } {
  const values = Object.entries(mapping).map(
    ([target, path]) => [target, claimAtPath(claims, path)] as const,
  );
  const { email, emailVerified, ...attributes } = Object.fromEntries(
    values.filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
  return { email: text(email), emailVerified, attributes };
}
