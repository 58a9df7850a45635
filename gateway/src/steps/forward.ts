import type { ServerResponse } from 'node:http';
import { problem } from '@platform/kit/problem';
import type { Exchange } from '../exchange.ts';
import type { GatewayContext } from '../gateway-context.ts';
import type { ExchangeStep } from '../step.ts';
import { CallerGone, faultAnswer } from '../upstream/faults.ts';
import { headersBetweenServices, headersToCaller, headersToService } from '../upstream/headers.ts';
import { drop, isBroken, problemCodeOf, refusedGateway } from '../upstream/upstream-answer.ts';
import type { UpstreamAnswer } from '../upstream/upstream-answer.ts';

const smallBytes = 16 * 1024;

/** Node writes head and body together if both are text; in Latin-1 every byte is a character. */
function endWith(res: ServerResponse, chunk: Buffer): void {
  if (chunk.length <= smallBytes) res.end(chunk.toString('latin1'), 'latin1');
  else res.end(chunk);
}

/** Sends the request to its service and the response to the caller. */
export function forward({ config, log, services, isTls }: GatewayContext): ExchangeStep {
  /** Streams the response; a service that pauses too long is aborted. Most responses are one piece, and are written as one. */
  function answer(x: Exchange, from: UpstreamAnswer): void {
    const { res } = x;
    x.code = problemCodeOf(from);
    res.writeHead(from.status, headersToCaller(x, from, isTls));
    if (from.isComplete) {
      const body = from.whole();
      x.upstreamEndedAt = performance.now();
      x.bytesOut = body.length;
      return endWith(res, body);
    }
    const idle = setTimeout(() => {
      // While the caller does not read, nothing is read from the service, which may wait as long as the caller's connection
      // lasts.
      if (res.writableNeedDrain) idle.refresh();
      else from.cut();
    }, config.idleTimeout);
    res.on('drain', () => {
      idle.refresh();
      from.resume();
    });
    from.stream({
      data(chunk) {
        x.bytesOut += chunk.length;
        idle.refresh();
        return res.write(chunk);
      },
      end() {
        clearTimeout(idle);
        x.upstreamEndedAt = performance.now();
        res.end();
      },
      broken() {
        clearTimeout(idle);
        // A truncated response must not look complete.
        res.destroy();
      },
    });
  }

  return async (x) => {
    const target = services.get(x.route!.owner)!;
    x.upstream = target.name;
    x.upstreamStartedAt = performance.now();
    try {
      const tenantId = x.verified?.principal.tenantId ?? x.addressedTenantId;
      x.sent =
        tenantId === undefined
          ? headersBetweenServices(x)
          : headersToService(x, tenantId, await target.token());
      if (x.gone) return 'answered';
      const from = await target.send(x);
      if (x.gone) return void from.cut();
      if (isBroken(from)) {
        drop(from);
        throw problem('upstream_failed', {
          detail: 'The service behind this operation returned an invalid response',
        });
      }
      if (refusedGateway(from)) {
        drop(from);
        log.error({ upstream: target.name }, "the service rejected the gateway's own token");
        throw problem('upstream_failed', {
          detail: 'The service behind this operation rejected the gateway',
        });
      }
      answer(x, from);
      return 'answered';
    } catch (error) {
      x.upstreamEndedAt = performance.now();
      if (error instanceof CallerGone) return 'answered';
      throw faultAnswer(error);
    }
  };
}
