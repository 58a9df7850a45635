// Generated from the catalogue of operations by `npm run generate:commands`. Do not edit.
import type { OperationSpec } from '../../operations/operation-spec.ts';

/** The commands of `compliance-profile`. */
export const operations: readonly OperationSpec[] = [
  {
    operationId: 'complianceProfileGet',
    name: 'complianceProfile.get',
    request: 'GET /api/v1/compliance-profile',
    summary: 'Gets the compliance profile',
    scopes: ['tenant:compliance.read'],
  },
  {
    operationId: 'complianceProfilePut',
    name: 'complianceProfile.put',
    request: 'PUT /api/v1/compliance-profile',
    summary: 'Replaces the compliance profile',
    scopes: ['tenant:compliance.write'],
    body: [
      { name: 'controllerName', kind: 'text', nullable: true },
      { name: 'controllerAddress', kind: 'text', nullable: true },
      { name: 'contactEmail', kind: 'text', nullable: true },
      { name: 'phone', kind: 'text', nullable: true },
      { name: 'url', kind: 'text', nullable: true },
      {
        name: 'dpoContact',
        kind: 'text',
        nullable: true,
        about: 'Contact details of the data protection officer.',
      },
      { name: 'supervisoryAuthority', kind: 'text', nullable: true },
      {
        name: 'rightsUrl',
        kind: 'text',
        nullable: true,
        about: 'Page where data subjects can read about and exercise their rights.',
      },
      { name: 'jurisdiction', kind: 'text', nullable: true },
      {
        name: 'defaultLocale',
        kind: 'text',
        nullable: true,
        about: 'A BCP 47 language tag, such as de-CH.',
      },
    ],
    conditional: true,
  },
];
