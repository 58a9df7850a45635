import type { IncomingMessage } from 'node:http';
import { clientAddress, parseCidr } from '@platform/kit/ip';

/** Returns a function that reads the client address of a request behind these proxies. */
export function requestAddress(trustedProxies: Iterable<string>): (req: IncomingMessage) => string {
  const proxies = [...trustedProxies].map((cidr) => parseCidr(cidr));
  return (req) =>
    clientAddress({
      peer: req.socket.remoteAddress,
      forwardedFor: req.headersDistinct['x-forwarded-for'] ?? [],
      trustedProxies: proxies,
    });
}
