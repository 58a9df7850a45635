import { RevokedToken } from '@platform/kit/auth';
import type { Principal } from '@platform/contracts';
import { asProblem } from '@platform/kit/problem';
import type { GatewayContext } from '../gateway-context.ts';
import type { ExchangeStep } from '../step.ts';

/** The actor of an audit record about a caller. */
export const actorOf = ({ type, id, clientId }: Principal) => ({ type, id, clientId });

/** Verifies the access token, before any response reveals whether the path exists. */
export function checkBearer({ trust, hosts, audit, metrics }: GatewayContext): ExchangeStep {
  const results = metrics.tally('gateway_auth_total');
  const ok = results({ result: 'ok' });
  return async (x) => {
    try {
      x.verified = await trust.verifyBearer(x.headers.authorization, {
        resourceMetadata: hosts.resourceMetadata(x.headers.host),
      });
      ok.count++;
    } catch (error) {
      const refusal = asProblem(error);
      results({ result: refusal.code }).count++;
      const { cause } = refusal.details;
      if (cause instanceof RevokedToken)
        audit(x, {
          tenantId: cause.principal.tenantId,
          actor: actorOf(cause.principal),
          code: refusal.code,
          reason: 'cut_off',
        });
      throw refusal;
    }
  };
}
