import type { IncomingMessage } from 'node:http';
import { problem } from '@platform/kit/problem';
import type { Exchange } from '../exchange.ts';
import type { GatewayParts } from '../gateway.ts';
import type { Step } from '../pipeline.ts';
import { CallerGone, asAnswer, isBroken } from '../upstream/faults.ts';
import { headersBetweenServices, headersToCaller, headersToService } from '../upstream/headers.ts';
import type { Service } from '../upstream/service.ts';

/** Sends the request to its service and the answer to the caller. */
export function forward({ config, services, isTls }: GatewayParts): Step {
  const send = async (x: Exchange, target: Service): Promise<IncomingMessage> => {
    x.req.headers = x.verified ? headersToService(x, await target.token()) : headersBetweenServices(x);
    if (x.gone) throw new CallerGone();
    try {
      return await target.send(x);
    } catch (error) {
      throw asAnswer(error);
    }
  };

  /** Streams the answer; a pause longer than the idle time-out cuts it. */
  function answer(x: Exchange, from: IncomingMessage): void {
    const { res } = x;
    const idle = setTimeout(() => from.destroy(), config.idleTimeout);
    x.abort = () => from.destroy();
    from.on('data', (chunk: Buffer) => {
      x.bytesOut += chunk.length;
      idle.refresh();
    });
    from.once('end', () => {
      x.upstreamEndedAt = performance.now();
    });
    from.once('close', () => {
      clearTimeout(idle);
      // A half answer must not look like a whole one.
      if (!from.complete) res.destroy();
    });
    from.on('error', () => res.destroy());
    res.writeHead(from.statusCode ?? 502, headersToCaller(x, from.headers, isTls));
    from.pipe(res);
  }

  return async (x) => {
    const target = services.get(x.route!.owner)!;
    x.upstream = target.name;
    x.upstreamStartedAt = performance.now();
    try {
      const from = await send(x, target);
      if (x.gone) return void from.destroy();
      if (isBroken(from)) {
        from.resume();
        throw problem('upstream_failed', { detail: 'the service behind this operation did not answer properly' });
      }
      answer(x, from);
      return 'answered';
    } catch (error) {
      x.upstreamEndedAt = performance.now();
      if (error instanceof CallerGone) return 'answered';
      throw error;
    }
  };
}
