import { defaultTenantId } from '@platform/contracts';
import { serviceToken } from '@platform/kit/auth';
import { asProblem } from '@platform/kit/problem';
import type { Exchange } from '../exchange.ts';
import type { GatewayContext } from '../gateway-context.ts';
import type { ExchangeStep } from '../step.ts';
import { prefixMatcher } from '../routes.ts';

const logEveryMillis = 60_000;

/** Checks the caller's projected token on `/internal`: ignored (OFF), checked and reported (DETECT), or required (ENFORCE). */
export function checkServiceToken({
  config,
  verifyInternalCaller,
  audit,
  metrics,
  log,
  now,
}: GatewayContext): ExchangeStep {
  const results = metrics.counter('gateway_internal_auth_total');
  const isExempt = prefixMatcher(config.internalExempt);
  const mode = config.internalMode;
  const loggedAt = new Map<string, number>();

  async function verify({ headers }: Exchange): Promise<void> {
    const given = headers['x-platform-service-authorization'] ?? headers.authorization;
    await verifyInternalCaller(serviceToken(Array.isArray(given) ? given.join(',') : given));
  }

  function tell(path: string, reason: string): void {
    const key = `${path} ${reason}`;
    if (now() - (loggedAt.get(key) ?? -Infinity) < logEveryMillis) return;
    loggedAt.set(key, now());
    log.warn({ path, reason, mode }, 'ENFORCE would reject this caller of an internal path');
  }

  return (x) => {
    const path = x.route?.path ?? '';
    const count = (result: string): void => results.inc({ surface: path, mode, result });
    if (mode === 'OFF') return;
    if (isExempt(x.line.segments)) return count('exempt');
    const verified = verify(x).then(
      () => count('ok'),
      (error: unknown) => {
        const refusal = asProblem(error);
        count(refusal.code);
        if (mode === 'ENFORCE') {
          if (refusal.status < 500)
            audit(x, {
              tenantId: defaultTenantId,
              actor: { type: 'service', id: 'unknown' },
              code: refusal.code,
              reason: 'internal_auth',
              details: { path },
            });
          throw refusal;
        }
        tell(path, refusal.code);
      },
    );
    // DETECT never waits: an unreachable key set must not delay the request either.
    return mode === 'ENFORCE' ? verified : undefined;
  };
}
