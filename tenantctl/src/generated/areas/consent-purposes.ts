// Generated from the catalogue of operations by `npm run generate:commands`. Do not edit.
import type { OperationSpec } from '../../operations/operation-spec.ts';

/** The commands of `consent-purposes`. */
export const operations: readonly OperationSpec[] = [
  {
    operationId: 'consentPurposeList',
    name: 'consentPurposes.list',
    request: 'GET /api/v1/consent-purposes',
    summary: 'Lists consent purposes',
    about: 'Returns the current version of each purpose, newest first.',
    scopes: ['tenant:compliance.read'],
    query: [{ name: 'state', kind: 'text', values: ['active', 'retired'] }],
    list: 'pages',
    columns: ['id', 'name', 'purposeKey', 'version', 'state', 'createdAt', 'updatedAt'],
  },
  {
    operationId: 'consentPurposeGet',
    name: 'consentPurposes.get',
    request: 'GET /api/v1/consent-purposes/{purposeKey}',
    summary: 'Gets a consent purpose',
    scopes: ['tenant:compliance.read'],
    parameters: [{ name: 'purposeKey' }],
    query: [
      {
        name: 'version',
        kind: 'integer',
        about: 'The version to return. Defaults to the current version.',
      },
    ],
  },
  {
    operationId: 'consentPurposePut',
    name: 'consentPurposes.put',
    request: 'PUT /api/v1/consent-purposes/{purposeKey}',
    summary: 'Creates or replaces a consent purpose',
    about:
      'Any change other than to the translations creates a new version; earlier versions can still be retrieved. Updating a retired purpose creates a new version and makes the purpose active again.',
    scopes: ['tenant:compliance.write'],
    parameters: [{ name: 'purposeKey' }],
    body: [
      { name: 'name', kind: 'text', required: true },
      { name: 'description', kind: 'text', nullable: true },
      {
        name: 'legalBasis',
        kind: 'text',
        values: [
          'consent',
          'explicit_consent',
          'contract',
          'legal_obligation',
          'vital_interests',
          'public_task',
          'legitimate_interests',
        ],
      },
      {
        name: 'purposeType',
        kind: 'text',
        nullable: true,
        about: 'A purpose term from the Data Privacy Vocabulary (DPV).',
      },
      { name: 'personalDataCategories', kind: 'json', list: true },
      { name: 'processingMethods', kind: 'text', list: true },
      { name: 'storageLocations', kind: 'text', list: true },
      { name: 'processingLocations', kind: 'text', list: true },
      {
        name: 'retention',
        kind: 'text',
        nullable: true,
        about: 'An ISO 8601 duration, or a description in words.',
      },
      { name: 'recipients', kind: 'json', list: true },
      { name: 'services', kind: 'text', list: true },
      { name: 'withdrawalMethod', kind: 'text', nullable: true },
      { name: 'jurisdiction', kind: 'text', nullable: true },
      {
        name: 'validitySeconds',
        kind: 'integer',
        nullable: true,
        about: 'How long a consent is valid. If null, it is valid until it is withdrawn.',
      },
      { name: 'translations', kind: 'json', map: true },
      {
        name: 'requiresReconsent',
        kind: 'boolean',
        about: 'Data subjects who agreed to an earlier version must agree again.',
      },
      {
        name: 'effectiveAt',
        kind: 'text',
        about:
          'When the new version takes effect; consents to earlier versions no longer pass checks from then on. Defaults to now.',
      },
    ],
    conditional: true,
  },
  {
    operationId: 'consentPurposeRetire',
    name: 'consentPurposes.retire',
    request: 'DELETE /api/v1/consent-purposes/{purposeKey}',
    summary: 'Retires a consent purpose',
    about:
      'Existing consents are kept as proof, but consent checks for this purpose no longer succeed.',
    scopes: ['tenant:compliance.write'],
    parameters: [{ name: 'purposeKey' }],
    conditional: true,
  },
];
