import { scopesOf } from '@platform/contracts';
import { problem } from '@platform/kit/problem';
import type { GatewayParts } from '../gateway.ts';
import type { Step } from '../pipeline.ts';

/** Is a tenant entitled to a family of operations? Rejects with 503 where that cannot be told. */
export type EntitlementSource = (tenantId: string, family: string) => Promise<boolean>;

/** `tenant:users.read` → `users`. */
const familyOf = (scope: string): string => scope.slice(scope.indexOf(':') + 1).split('.', 1)[0] as string;

/** The tenant's entitlement to the family of the first scope. No service keeps entitlements yet: without a source all pass. */
export const checkEntitlement = ({ isEntitled }: GatewayParts): Step => (x) => {
  const { scopes } = x.route!;
  if (!isEntitled || !scopes) return;
  const family = familyOf(scopesOf(scopes)[0] ?? '');
  return isEntitled(x.verified!.principal.tenantId, family).then((entitled) => {
    if (!entitled) throw problem('not_entitled', { detail: `the tenant is not entitled to ${family}`, members: { family } });
  });
};
