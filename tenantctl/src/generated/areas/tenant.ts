// Generated from the catalogue of operations by `npm run generate:commands`. Do not edit.
import type { OperationSpec } from '../../operations/operation-spec.ts';

/** The commands of `tenant`. */
export const operations: readonly OperationSpec[] = [
  {
    operationId: 'tenantGet',
    name: 'tenant.get',
    request: 'GET /api/v1/tenant',
    summary: 'Gets the tenant',
    about: "Includes the addresses of the tenant's issuer.",
    scopes: ['tenant:settings.read'],
  },
  {
    operationId: 'tenantUpdate',
    name: 'tenant.update',
    request: 'PATCH /api/v1/tenant',
    summary: 'Updates the tenant',
    about:
      'Slug, mode, region and limits are set by the operator of the platform and cannot be changed.',
    scopes: ['tenant:settings.write'],
    body: [
      { name: 'name', kind: 'text' },
      { name: 'contactEmail', kind: 'text', nullable: true },
    ],
    conditional: true,
  },
  {
    operationId: 'tenantHealthGet',
    name: 'tenant.getHealth',
    request: 'GET /api/v1/tenant/health',
    summary: 'Gets what needs attention',
    about:
      'Lists what fails, has stopped, expires within 30 days, is overdue, or waits for a decision, as far as your scopes let you read it.',
    scopes: [
      'tenant:settings.read',
      'tenant:apis.read',
      'tenant:applications.read',
      'tenant:attribute-schema.read',
      'tenant:clients.read',
      'tenant:compliance.read',
      'tenant:events.read',
      'tenant:federation.read',
      'tenant:fga.read',
      'tenant:idp.read',
      'tenant:migration.read',
      'tenant:orgs.read',
      'tenant:roles.read',
      'tenant:siem.read',
      'tenant:users.read',
      'tenant:webhook-schemas.read',
      'tenant:webhooks.read',
    ],
    anyScope: true,
  },
];
