import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { ConnectorCredentialInput, DirectoryConfigOf } from '@platform/contracts';
import { EgressFailed } from '@platform/kit/egress';
import type { Egress } from '@platform/kit/egress';
import { Client, InvalidCredentialsError, NoSuchObjectError } from 'ldapts';
import type { ClientOptions } from 'ldapts';
import { SourceFault, egressFault } from './source-fault.ts';

/** What an LDAP server is called with. */
export type LdapCredential = Extract<ConnectorCredentialInput, { type: 'ldap_bind' }>;

/** An LDAP directory as it is called. */
export interface LdapSource {
  egress: Pick<Egress, 'connect'>;
  config: DirectoryConfigOf<'ldap'>;
  credential: LdapCredential;
  /** Of one operation, in milliseconds. */
  timeoutMs: number;
}

const ports: Record<string, number> = { 'ldaps:': 636, 'ldap:': 389 };

/** A socket to the first of the servers that takes one. */
export interface LdapSocket {
  socket: Socket;
  hostname: string;
  isTls: boolean;
}

/** Connects to the first server that can be reached. @throws SourceFault of the last one that cannot */
export async function connectLdap(
  { egress, config, credential }: LdapSource,
  signal: AbortSignal,
): Promise<LdapSocket> {
  let fault: unknown;
  for (const url of config.urls) {
    const { protocol, hostname, port } = new URL(url);
    const isTls = protocol === 'ldaps:';
    const ca = credential.caCertificatesPem;
    try {
      const socket = await egress.connect({
        hostname,
        port: port === '' ? (ports[protocol] ?? 0) : Number(port),
        tls: isTls,
        signal,
        ...(ca === undefined ? {} : { ca }),
      });
      return { socket, hostname, isTls };
    } catch (error) {
      signal.throwIfAborted();
      fault = error instanceof EgressFailed ? egressFault(error) : error;
    }
  }
  throw fault;
}

type CreateConnection = NonNullable<ClientOptions['createConnection']>;

/** A client over a socket of the egress client: it never opens one of its own, whose address nobody has judged. */
export function ldapClient({ socket, hostname }: LdapSocket, timeoutMs: number): Client {
  let isTaken = false;
  const take = (): Socket => {
    if (isTaken) throw new SourceFault('connection_reset', 'The connection was lost.');
    isTaken = true;
    return socket;
  };
  // The scheme is that of plain text: TLS, where there is any, is below the socket already.
  return new Client({
    url: `ldap://${hostname}`,
    timeout: timeoutMs,
    connectTimeout: timeoutMs,
    strictDN: false,
    createConnection: take as unknown as CreateConnection,
  });
}

/** Starts TLS where the configuration asks for it. @throws SourceFault */
export async function secureLdap(
  client: Client,
  { hostname, isTls }: LdapSocket,
  { config, credential }: LdapSource,
): Promise<void> {
  if (isTls || !config.startTls) return;
  const ca = credential.caCertificatesPem;
  await client
    .startTLS({ servername: hostname, ...(ca === undefined ? {} : { ca }) })
    .catch((cause: unknown) => {
      throw new SourceFault(
        'tls_failed',
        'TLS cannot be negotiated, or the certificate is not trusted.',
        { cause },
      );
    });
}

/** Binds with the credential. @throws SourceFault */
export async function bindLdap(client: Client, { credential }: LdapSource): Promise<void> {
  await client.bind(credential.bindDn, credential.password).catch((cause: unknown) => {
    throw cause instanceof InvalidCredentialsError
      ? new SourceFault('credential_refused', 'The server does not accept bindDn and password.', {
          isRefusal: true,
          cause,
        })
      : new SourceFault('bind_failed', 'The server did not complete the bind.', { cause });
  });
}

/** A failed search as tenants see it. */
export const searchFault = (cause: unknown): SourceFault =>
  cause instanceof NoSuchObjectError
    ? new SourceFault('base_not_found', 'The server has no entry with the base DN.', { cause })
    : new SourceFault('search_failed', 'The server did not complete the search.', { cause });

/** Says goodbye and closes the socket, whatever state it is in. */
export async function closeLdap(client: Client, socket: Socket): Promise<void> {
  if (client.isConnected) await client.unbind().catch(() => undefined);
  if (socket.destroyed) return;
  const closed = once(socket, 'close');
  socket.destroy();
  await closed;
}
