import { cors } from './cors.ts';
import { exchangeOf } from './exchange.ts';
import type { Exchange, SurfaceName } from './exchange.ts';
import { sendGatewayProblem } from './answer.ts';
import type { GatewayContext } from './gateway-context.ts';
import { limitAddress } from './steps/address-limit.ts';
import { findAddressedTenant } from './steps/addressed-tenant.ts';
import { checkBearer } from './steps/bearer.ts';
import { checkBody } from './steps/body.ts';
import { checkEntitlement } from './steps/entitlement.ts';
import { forward } from './steps/forward.ts';
import { checkServiceToken } from './steps/internal-auth.ts';
import { checkAddress } from './steps/ip-rules.ts';
import { findOperation } from './steps/operation.ts';
import { limitRate } from './steps/rate.ts';
import { readRequestLine } from './steps/request-line.ts';
import { checkScimBearer } from './steps/scim-bearer.ts';
import { checkScopes } from './steps/scopes.ts';
import { checkStepUp } from './steps/step-up.ts';
import { chooseSurface } from './steps/surface.ts';
import { checkTenant } from './steps/tenant.ts';
import { readWebSession } from './steps/web-session.ts';
import type { ExchangeStep } from './step.ts';

interface NamedStep {
  name: string;
  run: ExchangeStep;
  /** The surfaces that take this step; absent: all. */
  on?: readonly SurfaceName[];
}

const callers: readonly SurfaceName[] = ['api', 'openfga', 'ssf'];
const tenants: readonly SurfaceName[] = [...callers, 'scim'];

/** The steps of a request, in this order. An error ends them. */
const steps = (context: GatewayContext): readonly NamedStep[] => [
  { name: 'request-line', run: readRequestLine(context) },
  { name: 'address-limit', run: limitAddress(context) },
  { name: 'surface', run: chooseSurface(context) },
  { name: 'internal-auth', run: checkServiceToken(context), on: ['internal'] },
  { name: 'addressed-tenant', run: findAddressedTenant(context), on: ['public'] },
  { name: 'web-session', run: readWebSession(context), on: ['api'] },
  { name: 'bearer', run: checkBearer(context), on: callers },
  { name: 'scim-bearer', run: checkScimBearer(context), on: ['scim'] },
  { name: 'tenant', run: checkTenant(context), on: tenants },
  { name: 'operation', run: findOperation(context), on: ['api'] },
  { name: 'ip-rules', run: checkAddress(context), on: tenants },
  { name: 'scopes', run: checkScopes(context), on: callers },
  { name: 'step-up', run: checkStepUp(context), on: ['api'] },
  { name: 'entitlement', run: checkEntitlement(context), on: callers },
  { name: 'rate', run: limitRate(context), on: tenants },
  { name: 'body', run: checkBody(context) },
  { name: 'forward', run: forward(context) },
];

/** The request handler of the gateway. */
export function pipeline(context: GatewayContext) {
  const all = steps(context);
  const corsOf = cors(context.config.corsOrigins);

  async function run(x: Exchange): Promise<void> {
    try {
      for (const step of all) {
        if (step.on && !(x.surface && step.on.includes(x.surface))) continue;
        const passed = step.run(x);
        if ((passed instanceof Promise ? await passed : passed) === 'answered') return;
        if (x.gone) return;
      }
    } catch (error) {
      sendGatewayProblem(context, x, error);
    }
  }

  return (req: Exchange['req'], res: Exchange['res']): void => {
    const x = exchangeOf(req, res);
    context.telemetry.begun(x);
    x.corsHeaders = corsOf(x.headers);
    let isOver = false;
    function over(): void {
      if (isOver) return;
      isOver = true;
      x.gone = !res.writableFinished;
      if (x.gone) x.underWay?.cut();
      x.over?.();
      context.telemetry.finished(x);
      context.limits.answered(x);
    }
    res.on('close', over);
    // A response that waits behind another on its connection is not closed with it: only its request is.
    req.on('close', () => {
      if (req.socket.destroyed) over();
    });
    void context.telemetry.within(x, () => run(x));
  };
}
