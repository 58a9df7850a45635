import { createSecureContext, rootCertificates } from 'node:tls';
import type { SecureContext } from 'node:tls';
import { LRUCache } from 'lru-cache';

/** PEM, for mutual TLS. */
export interface ClientCertificate {
  cert: string;
  key: string;
}

const minVersion = 'TLSv1.2';
/** Bounded, because tenants choose authorities too. */
const maxContexts = 100;

// Custom authorities replace the public roots, so those are included again; parsing them would take
// milliseconds per connection.
const contexts = new LRUCache<string, SecureContext>({
  max: maxContexts,
  memoMethod: (ca) => createSecureContext({ minVersion, ca: [...rootCertificates, ca] }),
});

/**
 * Returns the TLS context of a connection: trusts the public roots and these authorities, TLS 1.2
 * or newer.
 */
export function trust(
  ca: readonly string[],
  client?: ClientCertificate,
): { minVersion: typeof minVersion; secureContext?: SecureContext } & Partial<ClientCertificate> {
  if (ca.length === 0) return { minVersion, ...client };
  const secureContext = client
    ? createSecureContext({ minVersion, ca: [...rootCertificates, ...ca], ...client })
    : contexts.memo(ca.join('\n'));
  return { minVersion, secureContext };
}
