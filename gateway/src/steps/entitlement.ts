import { areaOf, capabilityFamilies, gatedAreas, scopesOf } from '@platform/contracts';
import type { OffAreas } from '@platform/siblings/entitlement';
import { problem } from '@platform/kit/problem';
import type { ExchangeRoute } from '../exchange.ts';
import type { GatewayContext } from '../gateway-context.ts';
import type { ExchangeStep } from '../step.ts';

/** Requires the tenant's entitlement to the family of the operation's first scope. Families that are always on need no lookup. */
export function checkEntitlement({ config, entitlements }: GatewayContext): ExchangeStep {
  const gated = gatedAreas(capabilityFamilies(config.capabilityFamilies));
  const areas = new WeakMap<ExchangeRoute, string>();

  /** The gated area of a route; empty if there is none. */
  function gatedAreaOf(route: ExchangeRoute): string {
    let area = areas.get(route);
    if (area === undefined) {
      area = areaOf((route.scopes && scopesOf(route.scopes)[0]) ?? '') ?? '';
      areas.set(route, (area = gated.has(area) ? area : ''));
    }
    return area;
  }

  function refuse(off: OffAreas, area: string): void {
    const family = off.get(area);
    if (family !== undefined)
      throw problem('not_entitled', {
        detail: `The tenant is not entitled to ${family}; ask the operator of the platform`,
        members: { family },
      });
  }

  return (x) => {
    const area = gatedAreaOf(x.route!);
    if (area === '') return;
    const off = entitlements.offAreas(x.verified!.principal.tenantId);
    if (off instanceof Promise) return off.then((told) => refuse(told, area));
    refuse(off, area);
  };
}
