import { clientAddress } from '@platform/kit/ip';
import { requestLine } from '@platform/kit/routing';
import type { GatewayContext } from '../gateway-context.ts';
import type { ExchangeStep } from '../step.ts';

const none: readonly string[] = [];

/** The fields of `X-Forwarded-For` in their original order; Node joins repeated ones. */
const fieldsOf = (value: string | string[] | undefined): readonly string[] =>
  value === undefined ? none : Array.isArray(value) ? value : [value];

/** Reads the raw path and the client's address. */
export const readRequestLine =
  ({ trustedProxies }: GatewayContext): ExchangeStep =>
  (x) => {
    x.clientIp = clientAddress({
      peer: x.req.socket.remoteAddress,
      forwardedFor: fieldsOf(x.headers['x-forwarded-for']),
      trustedProxies,
    });
    x.line = requestLine(x.req);
  };
