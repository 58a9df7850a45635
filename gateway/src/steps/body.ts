import { checkMediaType, jsonCodec } from '@platform/kit/http';
import { problem } from '@platform/kit/problem';
import { limitBodyTime } from '../body-deadline.ts';
import { hasBody } from '../exchange.ts';
import type { GatewayContext } from '../gateway-context.ts';
import type { ExchangeStep } from '../step.ts';

const bodiless = new Set(['GET', 'HEAD', 'DELETE']);

/** Checks media type and announced length; chunked bodies are counted while they are forwarded. */
export function checkBody({ config, bodyTimes }: GatewayContext): ExchangeStep {
  return (x) => {
    const { headers, req } = x;
    if (headers.upgrade !== undefined)
      throw problem('malformed_request', { detail: 'Protocol upgrades are not supported' });
    if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
      throw problem('malformed_request', { detail: 'Expect supports 100-continue only' });
    if (!hasBody(x)) return;
    const operation = x.route?.operation;
    // RFC 9110 §9.3.1: such a body has no meaning, and can smuggle a second request.
    if (bodiless.has(req.method ?? '') && !operation?.body)
      throw problem('malformed_request', {
        detail: `${req.method} requests to this path must not have a body`,
      });
    if (req.method === 'DELETE' && headers['transfer-encoding'] !== undefined)
      throw problem('malformed_request', {
        detail: 'A DELETE request with a body must send Content-Length',
      });
    limitBodyTime(x, operation?.bodyKind === 'octets' ? bodyTimes.octetsMs : bodyTimes.jsonMs);
    if (!operation || operation.bodyKind === 'octets') return;
    x.maxBodyBytes = operation.maxBodyBytes ?? config.maxBodyBytes;
    if (Number(headers['content-length'] ?? 0) > x.maxBodyBytes)
      throw problem('payload_too_large', {
        detail: `The request body must have at most ${x.maxBodyBytes} bytes`,
      });
    checkMediaType(req, jsonCodec.accepts(operation));
  };
}
