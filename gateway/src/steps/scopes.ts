import { elevatedScopes, requireKindOfCaller, requireScopes } from '@platform/kit/auth';
import type { Elevated } from '../elevation-store.ts';
import type { Exchange } from '../exchange.ts';
import type { GatewayContext } from '../gateway-context.ts';
import type { ExchangeStep } from '../step.ts';

/** Checks the scopes of the token, and those of its `elevated_scopes` that are still confirmed. */
export function checkScopes({ hosts, elevations, now }: GatewayContext): ExchangeStep {
  const check = (x: Exchange): void => {
    const { scopes } = x.route!;
    const { principal } = x.verified!;
    requireKindOfCaller(principal, scopes);
    if (scopes) requireScopes(scopes, principal.scopes, hosts.resourceMetadata(x.headers.host));
  };

  function elevate(x: Exchange, claimed: readonly string[], active: Elevated): void {
    const confirmed = claimed.filter((scope) => (active.get(scope) ?? 0) > now());
    if (confirmed.length === 0) return;
    const verified = x.verified!;
    x.elevatedScopes = confirmed;
    x.verified = {
      ...verified,
      principal: {
        ...verified.principal,
        scopes: new Set([...verified.principal.scopes, ...confirmed]),
      },
    };
  }

  return (x) => {
    const { principal, claims } = x.verified!;
    const claimed = principal.type === 'user' ? elevatedScopes(claims) : undefined;
    if (!claimed) return check(x);
    const active = elevations.of(principal);
    if (active instanceof Promise) {
      return active.then((told) => {
        elevate(x, claimed, told);
        check(x);
      });
    }
    elevate(x, claimed, active);
    check(x);
  };
}
