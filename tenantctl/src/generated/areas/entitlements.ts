// Generated from the catalogue of operations by `npm run generate:commands`. Do not edit.
import type { OperationSpec } from '../../operations/operation-spec.ts';

/** The commands of `entitlements`. */
export const operations: readonly OperationSpec[] = [
  {
    operationId: 'entitlementsList',
    name: 'entitlements.list',
    request: 'GET /api/v1/entitlements',
    summary: "Lists the tenant's entitlements",
    about:
      'Operators enable and disable families. Operations of a disabled family return 403 `not_entitled`, and its scopes are omitted from new tokens.',
    scopes: ['tenant:settings.read'],
    list: 'whole',
    columns: ['family', 'entitled', 'displayName', 'reason', 'expiresAt'],
  },
];
