import type {
  EntitlementResource,
  entitlementOperations,
  entitlementOperatorOperations,
} from '@platform/contracts';
import type { Handlers } from '@platform/kit/http';
import { checkedEnd } from './entitlements.ts';
import type { Entitlements } from './entitlements.ts';

const whole = (data: EntitlementResource[]) => ({ data, nextCursor: null, hasMore: false });

/** The operations of tenants. */
export const entitlementHandlers = (
  entitled: Entitlements,
): Handlers<typeof entitlementOperations> => ({
  entitlementsList: async ({ principal }) =>
    whole((await entitled.of(principal.tenantId)).entitlements),
});

/** The operations of operators. */
export const entitlementOperatorHandlers = (
  entitled: Entitlements,
): Handlers<typeof entitlementOperatorOperations> => ({
  entitlementsOperatorList: async ({ principal }) =>
    whole((await entitled.of(principal.tenantId)).entitlements),
  entitlementsOperatorPut: ({ tx, params, body }) =>
    entitled.put(tx, params.family, { ...body, expiresAt: checkedEnd(body.expiresAt) }),
});
