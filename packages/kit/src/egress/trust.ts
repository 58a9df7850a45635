import { rootCertificates } from 'node:tls';

/** `ca` of TLS: giving one replaces the public roots, so they are named again. */
export const trust = (ca: readonly string[]): { ca?: string[] } =>
  ca.length === 0 ? {} : { ca: [...rootCertificates, ...ca] };
