import { decide } from '@platform/kit/ip';
import type { IpRule } from '@platform/kit/ip';
import { problem } from '@platform/kit/problem';
import type { Exchange } from '../exchange.ts';
import type { GatewayContext } from '../gateway-context.ts';
import type { ExchangeStep } from '../step.ts';
import { actorOf } from './bearer.ts';

/** Checks the tenant's IP rules; before the scopes, so that a denied address learns nothing about the token. */
export function checkAddress({ ipRules, audit, metrics, now }: GatewayContext): ExchangeStep {
  const decisions = metrics.tally('gateway_ip_decisions_total');
  const decided = {
    allow: decisions({ decision: 'allow' }),
    deny: decisions({ decision: 'deny' }),
  };

  function apply(x: Exchange, rules: readonly IpRule[]): void {
    const { decision, ruleId } = decide(rules, x.clientIp, new Date(now()));
    decided[decision].count++;
    if (decision === 'allow') return;
    const { principal } = x.verified!;
    audit(x, {
      tenantId: principal.tenantId,
      actor: actorOf(principal),
      code: 'ip_denied',
      reason: 'ip_denied',
      details: { ruleId },
    });
    throw problem('ip_denied', {
      detail: `The IP rules of this tenant deny the address ${x.clientIp}`,
    });
  }

  return (x) => {
    const rules = ipRules.rulesOf(x.verified!.principal.tenantId);
    return rules instanceof Promise ? rules.then((fetched) => apply(x, fetched)) : apply(x, rules);
  };
}
