import { problem } from '@platform/kit/problem';
import type { Exchange } from '../exchange.ts';

/** Which side a body transfer waits for. */
export interface BodyTurns {
  caller(): void;
  service(): void;
}

/**
 * The caller's body on its way to a service. It is not read before the first chunk is requested, which is when there is a
 * connection, so an attempt that got none can be retried. The transfer waits for the service while it does not accept data, and
 * after all data is sent.
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
    // An unread rest would block the connection.
    if (!req.complete) req.resume();
  }
  turn.service();
}
