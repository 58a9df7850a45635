import { enterpriseUrn } from '../scim-urns.ts';
import type { TemplateAttribute, AttributeTemplateSource } from './template-source.ts';

const selfWritten = { visibility: 'self_write' } as const;

const postalAddress: TemplateAttribute = {
  key: 'address',
  type: 'object',
  label: 'Postal address',
  ...selfWritten,
  constraints: {
    schema: {
      additionalProperties: false,
      properties: Object.fromEntries(
        ['formatted', 'street_address', 'locality', 'region', 'postal_code', 'country'].map(
          (name) => [name, { type: 'string', maxLength: 500 }],
        ),
      ),
    },
  },
};

const birthdate: TemplateAttribute = {
  key: 'birthdate',
  type: 'date',
  label: 'Date of birth',
  ...selfWritten,
};

const short = (
  key: string,
  label: string,
  more: Partial<TemplateAttribute> = {},
): TemplateAttribute => ({
  key,
  type: 'string',
  label,
  constraints: { maxLength: 200 },
  ...more,
});
const choice = (key: string, label: string, values: readonly string[]): TemplateAttribute => ({
  key,
  type: 'enum',
  label,
  constraints: { options: values.map((value) => ({ value })) },
});

export const userTemplates: readonly AttributeTemplateSource[] = [
  {
    id: 'oidc_profile',
    version: 1,
    name: 'OpenID Connect profile',
    description: 'Standard claims (OpenID Connect Core §5.1) for which users have no property.',
    attributes: (
      [
        birthdate,
        short('gender', 'Gender', selfWritten),
        { key: 'website', type: 'string', format: 'uri', label: 'Web site', ...selfWritten },
        postalAddress,
      ] as const
    ).map((attribute) => ({ ...attribute, exposeInToken: true })),
  },
  {
    id: 'workforce_profile',
    version: 1,
    name: 'Workforce profile',
    description: 'The SCIM enterprise extension (RFC 7643 §4.3).',
    attributes: [
      short('employeeNumber', 'Employee number', {
        unique: true,
        scimPath: `${enterpriseUrn}:employeeNumber`,
      }),
      short('costCenter', 'Cost center', { scimPath: `${enterpriseUrn}:costCenter` }),
      short('organization', 'Organization', { scimPath: `${enterpriseUrn}:organization` }),
      short('division', 'Division', { scimPath: `${enterpriseUrn}:division` }),
      short('department', 'Department', {
        scimPath: `${enterpriseUrn}:department`,
        visibility: 'self_read',
      }),
      short('manager', 'Manager', { scimPath: `${enterpriseUrn}:manager.value` }),
    ],
  },
  {
    id: 'retail_customer',
    version: 1,
    name: 'Retail customer',
    description: 'Loyalty and marketing preferences of a customer.',
    attributes: [
      short('loyaltyNumber', 'Loyalty number', { unique: true, visibility: 'self_read' }),
      choice('loyaltyTier', 'Loyalty tier', ['bronze', 'silver', 'gold']),
      { ...birthdate },
      { key: 'marketingEmails', type: 'boolean', label: 'Marketing e-mails', ...selfWritten },
      short('preferredStore', 'Preferred store', selfWritten),
    ],
  },
  {
    id: 'education_eduperson',
    version: 1,
    name: 'Education (eduPerson)',
    description: 'Attributes of the eduPerson schema.',
    attributes: [
      short('eduPersonPrincipalName', 'Principal name', { unique: true }),
      {
        ...choice('eduPersonAffiliation', 'Affiliation', [
          'faculty',
          'student',
          'staff',
          'alum',
          'member',
          'affiliate',
          'employee',
          'library-walk-in',
        ]),
        multiValued: true,
      },
      {
        key: 'eduPersonEntitlement',
        type: 'string',
        format: 'uri',
        multiValued: true,
        label: 'Entitlements',
      },
      short('schacHomeOrganization', 'Home organization'),
    ],
  },
  {
    id: 'kyc_person',
    version: 1,
    name: 'Identity verification',
    description: "Results of the user's identity verification.",
    attributes: [
      { ...birthdate, visibility: 'admin_only' },
      { key: 'nationality', type: 'string', format: 'country', label: 'Nationality' },
      short('documentNumber', 'Document number', { sensitivity: 'sensitive' }),
      choice('documentType', 'Document type', ['passport', 'id_card', 'residence_permit']),
      { key: 'verifiedOn', type: 'date', label: 'Verified on' },
      choice('riskClass', 'Risk class', ['low', 'medium', 'high']),
    ],
  },
];
