import type { Egress } from '@platform/kit/egress';
import type { Client } from 'ldapts';
import { ldapClient, openLdapSocket, trusting } from '../../ldap/ldap-socket.ts';
import type { SourceConnection, SourceCredential } from '../sources/migration-source.ts';
import { unreadable } from './http-source.ts';

export type LdapConnection = Extract<SourceConnection, { kind: 'ldap' }>['connection'];

/** What connections to an LDAP server need. */
export interface LdapOptions {
  egress: Pick<Egress, 'connect'>;
  connection: LdapConnection;
  credential: SourceCredential | undefined;
  /** Of one operation, in milliseconds. */
  timeoutMs: number;
}

async function connectedTo(
  url: string,
  { egress, connection, credential, timeoutMs }: LdapOptions,
  signal: AbortSignal,
): Promise<Client> {
  const ca = credential?.type === 'ldap_bind' ? credential.caCertificatesPem : undefined;
  const connected = await openLdapSocket(url, { egress, ca, signal });
  const client = ldapClient(connected, {
    timeoutMs,
    lost: () => new Error('the connection to the LDAP server was lost'),
  });
  const { socket, hostname, isTls } = connected;
  signal.addEventListener('abort', () => socket.destroy(), { once: true });
  if (!isTls && connection.startTls)
    await client.startTLS({ servername: hostname, ...trusting(ca) });
  return client;
}

/** Runs work on a connection to the first server that takes one, and closes it. */
export async function withLdap<T>(
  options: LdapOptions,
  signal: AbortSignal,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  let cause: unknown;
  for (const url of options.connection.urls) {
    let client: Client;
    try {
      client = await connectedTo(url, options, signal);
    } catch (error) {
      signal.throwIfAborted();
      cause = error;
      continue;
    }
    try {
      return await work(client);
    } finally {
      await client.unbind().catch(() => undefined);
    }
  }
  throw unreadable('No LDAP server of the source accepts a connection.', cause);
}

/** Binds with the credential of the source. */
export async function bindAsService(client: Client, { credential }: LdapOptions): Promise<void> {
  if (credential?.type !== 'ldap_bind') return;
  await client.bind(credential.bindDn, credential.password).catch((cause: unknown) => {
    throw unreadable('The LDAP server rejected the credential of the source.', cause);
  });
}
