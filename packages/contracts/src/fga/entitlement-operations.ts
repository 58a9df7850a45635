import { z } from 'zod';
import { listOf } from '../common/list.ts';
import { idSchema } from '../ids.ts';
import { allOf, operations } from '../operation.ts';
import { bodyBounds } from './body-bounds.ts';
import { Entitlement, PutEntitlementRequest } from './entitlement.ts';

/** Operations on the tenant's own entitlements. */
export const entitlementOperations = operations({
  // External mode, because the first read writes the tenant's default set.
  entitlementsList: {
    method: 'get',
    path: '/api/v1/entitlements',
    scopes: allOf('tenant:settings.read'),
    summary: "Lists the tenant's entitlements",
    response: listOf(Entitlement),
    errors: [],
    noEtag: true,
    mode: 'external',
    description:
      'Operators enable and disable families. Operations of a disabled family return 403 `not_entitled`, and its scopes are omitted from new tokens.',
  },
});

const path = '/internal/entitlements/{tenantId}';
const none = allOf();

/** The same for operators, under a channel of its own. */
export const entitlementOperatorOperations = operations({
  entitlementsOperatorList: {
    method: 'get',
    path,
    scopes: none,
    summary: 'Lists the entitlements of a tenant',
    params: z.object({ tenantId: idSchema('tenant') }),
    response: listOf(Entitlement),
    errors: [],
    noEtag: true,
    mode: 'external',
  },
  entitlementsOperatorPut: {
    method: 'put',
    path: `${path}/{family}`,
    scopes: none,
    summary: 'Enables or disables a family for a tenant',
    params: z.object({ tenantId: idSchema('tenant'), family: z.string() }),
    body: PutEntitlementRequest,
    response: Entitlement,
    errors: ['invalid_state'],
    noEtag: true,
    ...bodyBounds,
  },
});
