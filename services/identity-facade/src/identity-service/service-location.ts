import { services } from '@platform/contracts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const usualPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * Whether the identity service at this URL runs in the process that listens on the port. The default port also counts: the URL has
 * it unless it is configured, and the process may use another port.
 */
export function isOwnProcess(baseUrl: string, httpPort: number): boolean {
  const { hostname, port, protocol } = new URL(baseUrl);
  const named = port === '' ? usualPorts[protocol] : Number(port);
  const usual = services['identity-facade'].ports.http;
  return loopback.test(hostname) && (named === httpPort || named === usual);
}
