import { requireActive } from '@platform/kit/auth';
import { problem } from '@platform/kit/problem';
import type { GatewayContext } from '../gateway-context.ts';
import type { ExchangeStep } from '../step.ts';
import { actorOf } from './bearer.ts';

/** Requires that the tenant is active, and that the tenant of host or path is the token's. */
export function checkTenant({ hosts, trust, audit }: GatewayContext): ExchangeStep {
  return (x) => {
    const verified = x.verified!;
    const { tenantId } = verified.principal;
    requireActive(verified.tenant);

    const mismatch = (addressed: string) => {
      audit(x, {
        tenantId,
        actor: actorOf(verified.principal),
        code: 'tenant_mismatch',
        reason: 'tenant_mismatch',
        details: { addressed: addressed.slice(0, 100) },
      });
      return problem('tenant_mismatch', {
        detail: 'The request addresses a different tenant than the one that issued the token',
      });
    };
    const inPath = x.found?.kind === 'match' ? x.found.params['tenantId'] : undefined;
    if (inPath !== undefined && inPath !== tenantId) throw mismatch(inPath);
    const label = hosts.labelOf(x.headers.host);
    if (label === undefined || trust.tenants.known(label)?.id === tenantId) return;
    return trust.tenants.bySlug(label).then((addressed) => {
      if (addressed?.id !== tenantId) throw mismatch(label);
    });
  };
}
