import { lookup } from 'node:dns';
import { rootCertificates } from 'node:tls';
import { Agent, fetch } from 'undici';

/**
 * A `fetch` that finds the hosts of tenants on this machine: browsers resolve names below `localhost` themselves (RFC 6761 §6.3),
 * Node.js asks the system, which may not. `ca`: a certificate authority to trust in addition to the public ones, PEM.
 */
export function localFetchTrusting(ca?: string): typeof globalThis.fetch {
  const agent = new Agent({
    connect: {
      ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
      lookup: (name, options, done) =>
        lookup(name.endsWith('.localhost') ? 'localhost' : name, options, done),
    },
  });
  return ((url: string, init?: object) =>
    fetch(url, { ...init, dispatcher: agent })) as unknown as typeof globalThis.fetch;
}

/** See {@link localFetchTrusting}. */
export const localFetch = localFetchTrusting();
