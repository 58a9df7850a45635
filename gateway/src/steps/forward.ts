import type { IncomingMessage, ServerResponse } from 'node:http';
import { problem } from '@platform/kit/problem';
import { abortBy } from '../exchange.ts';
import type { Exchange } from '../exchange.ts';
import type { GatewayParts } from '../gateway.ts';
import type { Step } from '../pipeline.ts';
import { CallerGone, asAnswer, isBroken } from '../upstream/faults.ts';
import { headersBetweenServices, headersToCaller, headersToService } from '../upstream/headers.ts';

const smallBytes = 16 * 1024;

/** Node writes head and body together when both are text; in Latin-1 every byte is a character. */
function endWith(res: ServerResponse, chunk: Buffer): void {
  if (chunk.length <= smallBytes) res.end(chunk.toString('latin1'), 'latin1');
  else res.end(chunk);
}

/** Sends the request to its service and the answer to the caller. */
export function forward({ config, services, isTls }: GatewayParts): Step {
  /** Streams the answer; a pause longer than the idle time-out cuts it. Not `pipe`: most answers are one piece, and are written as one. */
  function answer(x: Exchange, from: IncomingMessage): void {
    const { res } = x;
    // All of it may have come with its head.
    const idle = from.complete ? undefined : setTimeout(() => from.destroy(), config.idleTimeout);
    abortBy(x, () => from.destroy());
    res.on('drain', () => from.resume());
    from.on('data', (chunk: Buffer) => {
      // What is still held when the caller has gone comes none the less.
      if (res.destroyed) return;
      x.bytesOut += chunk.length;
      idle?.refresh();
      if (from.complete && from.readableLength === 0) endWith(res, chunk);
      else if (!res.write(chunk)) from.pause();
    });
    from.on('end', () => {
      x.upstreamEndedAt = performance.now();
      if (!res.writableEnded && !res.destroyed) res.end();
    });
    from.on('close', () => {
      clearTimeout(idle);
      // A half answer must not look like a whole one.
      if (!from.complete) res.destroy();
    });
    from.on('error', () => res.destroy());
    res.writeHead(from.statusCode ?? 502, headersToCaller(x, from.headers, isTls));
  }

  return async (x) => {
    const target = services.get(x.route!.owner)!;
    x.upstream = target.name;
    x.upstreamStartedAt = performance.now();
    try {
      x.req.headers = x.verified ? headersToService(x, await target.token()) : headersBetweenServices(x);
      if (x.gone) return 'answered';
      const from = await target.send(x);
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
      throw asAnswer(error);
    }
  };
}
