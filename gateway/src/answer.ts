import type { ServerResponse } from 'node:http';
import { openfgaErrorOf } from '@platform/contracts';
import { asProblem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';
import { rateHeaders } from '@platform/kit/rate';
import { traceIdOf } from '@platform/kit/http';
import { hasBody } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import type { GatewayContext } from './gateway-context.ts';

/** Headers of every response of the gateway. */
export function commonHeaders(x: Exchange, isTls: boolean): Record<string, string> {
  const headers: Record<string, string> = x.rate ? rateHeaders(x.rate) : {};
  headers['x-request-id'] = x.requestId;
  headers['x-content-type-options'] = 'nosniff';
  headers['cache-control'] = 'no-store';
  if (isTls) headers['strict-transport-security'] = 'max-age=31536000';
  return x.corsHeaders ? Object.assign(headers, x.corsHeaders) : headers;
}

/** A problem in SCIM's error format (RFC 7644 §3.12). */
const scimError = ({ status, message }: Problem): Record<string, unknown> => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  detail: message,
});

/** A problem as its surface shows it. */
interface ShownProblem {
  status: number;
  contentType: string;
  body: unknown;
}

function shownProblem(
  { surface, line: { rawPath }, requestId }: Exchange,
  refusal: Problem,
  apiUrl: string,
): ShownProblem {
  const { status } = refusal;
  if (surface === 'scim')
    return { status, contentType: 'application/scim+json', body: scimError(refusal) };
  if (surface === 'openfga') {
    const { status: own, code, message } = openfgaErrorOf(refusal, status);
    return { status: own, contentType: 'application/json', body: { code, message } };
  }
  const where = { ...(rawPath ? { instance: rawPath } : {}), requestId, apiUrl };
  return { status, contentType: 'application/problem+json', body: refusal.body(where) };
}

const lingerMillis = 1_000;

/**
 * A caller that is still sending when its response is ready would see a reset instead of it. The rest of the body is read and
 * dropped for a second, then the connection is closed.
 */
function endLingering(x: Exchange, res: ServerResponse): void {
  const cut = setTimeout(() => {
    res.end();
    x.req.socket.destroySoon();
  }, lingerMillis);
  const end = (): void => {
    clearTimeout(cut);
    res.end();
  };
  x.req.once('end', end);
  res.once('close', () => clearTimeout(cut));
  x.req.resume();
}

/** Sends a thrown problem in the form of its surface, or aborts a response that has begun. */
export function sendGatewayProblem(
  { log, isTls, hosts }: GatewayContext,
  x: Exchange,
  error: unknown,
): void {
  const { res } = x;
  const refusal = asProblem(error);
  x.code = refusal.code;
  if (refusal.status >= 500 && !x.gone) {
    log.error(
      {
        err: refusal.details.cause ?? refusal,
        requestId: x.requestId,
        traceId: traceIdOf(x.traceparent),
        code: refusal.code,
      },
      'a request failed',
    );
  }
  if (x.gone) return;
  if (res.headersSent) return void res.destroy();
  const shown = shownProblem(x, refusal, hosts.baseUrl);
  const body = Buffer.from(JSON.stringify(shown.body));
  // A caller without a valid token must not be able to probe paths.
  const preview = x.verified && x.route?.operation?.preview;
  const isCutOff = refusal.code === 'payload_too_large';
  res.writeHead(shown.status, {
    ...commonHeaders(x, isTls),
    'content-type': shown.contentType,
    'content-length': body.length,
    ...refusal.details.headers,
    ...(preview ? { 'x-platform-preview': preview } : {}),
    ...(isCutOff ? { connection: 'close' } : {}),
  });
  x.bytesOut = x.req.method === 'HEAD' ? 0 : body.length;
  if (x.bytesOut > 0) res.write(body);
  if (x.req.complete || !hasBody(x)) res.end();
  else endLingering(x, res);
}
