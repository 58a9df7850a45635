import { problem } from '@platform/kit/problem';
import type { Exchange } from '../exchange.ts';

/** Whose turn it is while a body goes through. */
export interface BodyTurns {
  caller(): void;
  service(): void;
}

/**
 * The caller's body on its way to a service. Nothing of it is read before the first chunk is asked for, which is when
 * there is a connection: an attempt that found none can be repeated. It is the service's turn while it does not take
 * what is there, and when all of it was handed over.
 */
export async function* requestBody(
  x: Exchange,
  turn: BodyTurns,
): AsyncGenerator<Buffer, void, void> {
  const { req, res } = x;
  if (x.headers.expect !== undefined) res.writeContinue();
  try {
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      x.bytesIn += (chunk as Buffer).length;
      if (x.bytesIn > x.maxBodyBytes)
        throw problem('payload_too_large', {
          detail: `The request body must have at most ${x.maxBodyBytes} bytes`,
        });
      turn.service();
      yield chunk as Buffer;
      turn.caller();
    }
  } finally {
    // What nobody wants any more would hold the connection up.
    if (!req.complete) req.resume();
  }
  turn.service();
}
