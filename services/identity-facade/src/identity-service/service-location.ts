import { services } from '@platform/contracts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const usualPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * Does the identity service at this URL run in the process that listens on the port? The usual port stands for it as well: it is what the
 * URL names where nobody has set it, and the process may have been moved to another.
 */
export function isOwnProcess(baseUrl: string, httpPort: number): boolean {
  const { hostname, port, protocol } = new URL(baseUrl);
  const named = port === '' ? usualPorts[protocol] : Number(port);
  const usual = services['identity-facade'].ports.http;
  return loopback.test(hostname) && (named === httpPort || named === usual);
}
