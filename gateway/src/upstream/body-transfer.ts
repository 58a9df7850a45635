import type { ClientRequest } from 'node:http';
import { problem } from '@platform/kit/problem';
import { hasBody } from '../exchange.ts';
import type { Exchange } from '../exchange.ts';

/** The bodies of JSON operations complete within a minute; files have what the server allows a request. */
const jsonBodyMillis = 60_000;

/**
 * Sends the caller's body to a connected service; nothing of it is read before, so an attempt that found no connection
 * can be repeated. `done` is called when all of it was handed over, `fail` when it is cut.
 */
export function transferBody(x: Exchange, outgoing: ClientRequest, { done, fail }: { done: () => void; fail: (error: unknown) => void }): void {
  const { req, res } = x;
  if (!hasBody(x)) {
    outgoing.end();
    return done();
  }
  if (x.headers.expect !== undefined) res.writeContinue();
  const isFile = x.maxBodyBytes === Infinity;
  const late = isFile ? undefined : setTimeout(() => cut(problem('malformed_request', { detail: 'the body did not arrive in time' })), jsonBodyMillis);
  const count = (chunk: Buffer): void => {
    x.bytesIn += chunk.length;
    if (x.bytesIn > x.maxBodyBytes) cut(problem('payload_too_large', { detail: `the body may have ${x.maxBodyBytes} bytes` }));
  };
  function cut(error: unknown): void {
    clearTimeout(late);
    req.off('data', count);
    req.unpipe(outgoing);
    outgoing.destroy();
    fail(error);
  }
  req.on('data', count);
  req.once('end', () => {
    clearTimeout(late);
    done();
  });
  outgoing.once('close', () => clearTimeout(late));
  req.pipe(outgoing);
}
