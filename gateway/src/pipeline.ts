import { cors } from './cors.ts';
import { exchangeOf } from './exchange.ts';
import type { Exchange, SurfaceName } from './exchange.ts';
import { sendRefusal } from './answer.ts';
import type { GatewayParts } from './gateway.ts';
import { limitAddress } from './steps/address-limit.ts';
import { checkBearer } from './steps/bearer.ts';
import { checkBody } from './steps/body.ts';
import { checkEntitlement } from './steps/entitlement.ts';
import { forward } from './steps/forward.ts';
import { checkServiceToken } from './steps/internal-auth.ts';
import { checkAddress } from './steps/ip-rules.ts';
import { findOperation } from './steps/operation.ts';
import { limitRate } from './steps/rate.ts';
import { readRequestLine } from './steps/request-line.ts';
import { checkScopes } from './steps/scopes.ts';
import { chooseSurface } from './steps/surface.ts';
import { checkTenant } from './steps/tenant.ts';

/** One step: lets the request pass, answers it (`answered`), or refuses it by throwing a problem. */
export type Step = (x: Exchange) => void | 'answered' | Promise<void | 'answered'>;

interface NamedStep {
  name: string;
  run: Step;
  /** The surfaces that take this step; absent: all. */
  on?: readonly SurfaceName[];
}

const callers: readonly SurfaceName[] = ['api', 'ssf'];

/** What happens to a request, in this order; nothing after a refusal runs. */
const steps = (parts: GatewayParts): readonly NamedStep[] => [
  { name: 'request-line', run: readRequestLine(parts) },
  { name: 'address-limit', run: limitAddress(parts) },
  { name: 'surface', run: chooseSurface(parts) },
  { name: 'internal-auth', run: checkServiceToken(parts), on: ['internal'] },
  { name: 'bearer', run: checkBearer(parts), on: callers },
  { name: 'tenant', run: checkTenant(parts), on: callers },
  { name: 'operation', run: findOperation(parts), on: ['api'] },
  { name: 'ip-rules', run: checkAddress(parts), on: callers },
  { name: 'scopes', run: checkScopes(parts), on: callers },
  { name: 'entitlement', run: checkEntitlement(parts), on: callers },
  { name: 'rate', run: limitRate(parts), on: callers },
  { name: 'body', run: checkBody(parts) },
  { name: 'forward', run: forward(parts) },
];

/** The request handler of the gateway. */
export function pipeline(parts: GatewayParts) {
  const all = steps(parts);
  const corsOf = cors(parts.config.corsOrigins);

  async function run(x: Exchange): Promise<void> {
    try {
      for (const step of all) {
        if (step.on && !(x.surface && step.on.includes(x.surface))) continue;
        const passed = step.run(x);
        if ((passed instanceof Promise ? await passed : passed) === 'answered') return;
        if (x.gone) return;
      }
    } catch (error) {
      sendRefusal(parts, x, error);
    }
  }

  return (req: Exchange['req'], res: Exchange['res']): void => {
    const x = exchangeOf(req, res);
    x.corsHeaders = corsOf(x.headers);
    let isOver = false;
    function over(): void {
      if (isOver) return;
      isOver = true;
      x.gone = !res.writableFinished;
      if (x.gone) x.underWay?.cut();
      x.over?.();
      parts.telemetry.finished(x);
      parts.limits.answered(x);
    }
    res.on('close', over);
    // An answer that waits behind another on its connection is not closed with it: only its request is.
    req.on('close', () => {
      if (req.socket.destroyed) over();
    });
    void run(x);
  };
}
