import { attribute, complex, plural } from './attribute.ts';
import type { SchemaDocument } from './attribute.ts';
import { enterpriseUrn, userUrn } from '../../scim-urns.ts';

const places = ['work', 'home', 'other'];

const name = complex('name', 'The parts of the name of the user.', [
  attribute('formatted', 'The full name, formatted for display.'),
  attribute('familyName', 'Family name.'),
  attribute('givenName', 'Given name.'),
  attribute('middleName', 'Middle names.'),
  attribute('honorificPrefix', 'Title before the name.'),
  attribute('honorificSuffix', 'Suffix after the name.'),
]);

const addresses = complex(
  'addresses',
  'Postal addresses.',
  [
    attribute('formatted', 'The full address, formatted for display.'),
    attribute('streetAddress', 'Street and number.'),
    attribute('locality', 'City.'),
    attribute('region', 'State or region.'),
    attribute('postalCode', 'Postal code.'),
    attribute('country', 'ISO 3166-1 alpha-2 code.'),
    attribute('type', 'Type of the address, such as work or home.', { canonicalValues: places }),
    attribute('primary', 'Whether it is the preferred address.', { type: 'boolean' }),
  ],
  { multiValued: true },
);

const groups = complex(
  'groups',
  'Groups of the directory that the user is a member of. Returned only if requested explicitly.',
  [
    attribute('value', 'Identifier of the group.', { mutability: 'readOnly', caseExact: true }),
    attribute('$ref', 'Address of the group.', {
      type: 'reference',
      referenceTypes: ['Group'],
      mutability: 'readOnly',
      caseExact: true,
    }),
    attribute('display', 'Name of the group.', { mutability: 'readOnly' }),
  ],
  { multiValued: true, mutability: 'readOnly', returned: 'request' },
);

/** RFC 7643 §4.1. */
export const userSchema: SchemaDocument = {
  id: userUrn,
  name: 'User',
  description: 'A user of the directory.',
  attributes: [
    attribute('userName', 'Name that identifies the user in the directory.', {
      required: true,
      uniqueness: 'server',
    }),
    name,
    attribute('displayName', 'Name to show.'),
    attribute('nickName', 'Casual name.'),
    attribute('profileUrl', 'Address of the profile page.', {
      type: 'reference',
      referenceTypes: ['external'],
      caseExact: true,
    }),
    attribute('title', 'Job title.'),
    attribute('userType', 'Relationship to the organization.'),
    attribute('preferredLanguage', 'Preferred language, as in Accept-Language.'),
    attribute('locale', 'BCP 47 tag for dates, numbers and currency.'),
    attribute('timezone', 'IANA time zone.'),
    // Required because it always has a value and cannot be removed. A request without it leaves it
    // unchanged.
    attribute('active', 'Whether the user is active in the organization.', {
      type: 'boolean',
      required: true,
    }),
    plural('emails', 'E-mail addresses.', places),
    plural('phoneNumbers', 'Phone numbers.', ['work', 'home', 'mobile', 'fax', 'pager', 'other']),
    plural('ims', 'Instant messaging addresses.', []),
    plural('photos', 'Addresses of photos.', ['photo', 'thumbnail'], {
      type: 'reference',
      referenceTypes: ['external'],
      caseExact: true,
    }),
    addresses,
    groups,
    plural('entitlements', 'Entitlements in the source.', []),
    plural('roles', 'Roles in the source.', []),
    plural('x509Certificates', 'Certificates, DER in base64.', [], { caseExact: true }),
  ],
};

/** RFC 7643 §4.3. */
export const enterpriseSchema: SchemaDocument = {
  id: enterpriseUrn,
  name: 'EnterpriseUser',
  description: 'Attributes of the user as an employee.',
  attributes: [
    attribute('employeeNumber', 'Employee number.'),
    attribute('costCenter', 'Cost center.'),
    attribute('organization', 'Organization.'),
    attribute('division', 'Division.'),
    attribute('department', 'Department.'),
    complex('manager', 'Manager of the user.', [
      attribute('value', 'Identifier of the manager.', { caseExact: true }),
      attribute('$ref', 'Address of the manager.', {
        type: 'reference',
        referenceTypes: ['User'],
        caseExact: true,
      }),
      attribute('displayName', 'Name of the manager.'),
    ]),
  ],
};
