// Generated from the catalogue of operations by `npm run generate:commands`. Do not edit.
import type { OperationSpec } from '../../operations/operation-spec.ts';

/** The commands of `search`. */
export const operations: readonly OperationSpec[] = [
  {
    operationId: 'searchList',
    name: 'search.list',
    request: 'GET /api/v1/search',
    summary: 'Searches resources of all types',
    about:
      'Finds resources whose name starts with `q`, or whose id is `q`, as far as your scopes let you read them: at most 20. Users are found from three letters on.',
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
    query: [
      { name: 'q', kind: 'text', required: true },
      {
        name: 'types',
        kind: 'text',
        about: 'Finds resources of these types only. Separate them with commas.',
      },
    ],
    list: 'whole',
    columns: ['id', 'type', 'name', 'organizationId'],
  },
];
