import type { IncomingMessage } from 'node:http';
import { clientAddress, parseCidr } from '@platform/kit/ip';

/** Reads the address that a request comes from, behind these proxies. */
export function requestAddress(trustedProxies: Iterable<string>): (req: IncomingMessage) => string {
  const proxies = [...trustedProxies].map((cidr) => parseCidr(cidr));
  return (req) =>
    clientAddress({
      peer: req.socket.remoteAddress,
      forwardedFor: req.headersDistinct['x-forwarded-for'] ?? [],
      trustedProxies: proxies,
    });
}
