import type { AttributeTemplateSource } from './template-source.ts';

export const organizationTemplates: readonly AttributeTemplateSource[] = [
  {
    id: 'company_profile',
    version: 1,
    name: 'Company profile',
    description: 'The legal entity behind an organization.',
    attributes: [
      { key: 'legalName', type: 'string', label: 'Legal name', constraints: { maxLength: 300 } },
      { key: 'taxId', type: 'string', label: 'Tax id', constraints: { maxLength: 50 } },
      {
        key: 'lei',
        type: 'string',
        label: 'Legal entity identifier',
        description: 'ISO 17442.',
        constraints: { pattern: '^[A-Z0-9]{18}[0-9]{2}$' },
        unique: true,
      },
      {
        key: 'registrationCountry',
        type: 'string',
        format: 'country',
        label: 'Country of registration',
      },
      {
        key: 'size',
        type: 'enum',
        label: 'Number of employees',
        constraints: {
          options: ['1-10', '11-50', '51-250', '251-1000', '1001+'].map((value) => ({ value })),
        },
      },
      { key: 'billingEmail', type: 'string', format: 'email', label: 'Billing e-mail' },
    ],
  },
  {
    id: 'saas_account',
    version: 1,
    name: 'Software account',
    description: 'The contract of a customer of a hosted product.',
    attributes: [
      {
        key: 'plan',
        type: 'enum',
        label: 'Plan',
        constraints: {
          options: ['free', 'team', 'business', 'enterprise'].map((value) => ({ value })),
        },
      },
      { key: 'seats', type: 'integer', label: 'Seats', constraints: { minimum: 0 } },
      { key: 'renewsOn', type: 'date', label: 'Renews on' },
      { key: 'accountManager', type: 'string', format: 'email', label: 'Account manager' },
    ],
  },
];
