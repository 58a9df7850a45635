import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { ConnectorCredentialInput, DirectoryConfigOf } from '@platform/contracts';
import { EgressFailed } from '@platform/kit/egress';
import type { Egress } from '@platform/kit/egress';
import { InvalidCredentialsError, NoSuchObjectError } from 'ldapts';
import type { Client } from 'ldapts';
import { ldapClient, openLdapSocket, trusting } from '../../../ldap/ldap-socket.ts';
import type { LdapSocket } from '../../../ldap/ldap-socket.ts';
import { SourceFault, egressFault } from '../source-fault.ts';

/** The credential for an LDAP server. */
export type LdapCredential = Extract<ConnectorCredentialInput, { type: 'ldap_bind' }>;

export interface LdapServer {
  egress: Pick<Egress, 'connect'>;
  config: Pick<DirectoryConfigOf<'ldap'>, 'urls' | 'startTls'>;
  /** Undefined: binds anonymously. */
  credential: LdapCredential | undefined;
  /** Per operation, in milliseconds. */
  timeoutMs: number;
}

export interface LdapSource extends LdapServer {
  config: DirectoryConfigOf<'ldap'>;
  credential: LdapCredential;
}

/** Connects to the first server that can be reached. @throws SourceFault of the last one that cannot */
export async function connectLdap(
  { egress, config, credential }: Pick<LdapServer, 'egress' | 'config' | 'credential'>,
  signal: AbortSignal,
): Promise<LdapSocket> {
  let fault: unknown;
  for (const url of config.urls) {
    try {
      return await openLdapSocket(url, { egress, ca: credential?.caCertificatesPem, signal });
    } catch (error) {
      signal.throwIfAborted();
      fault = error instanceof EgressFailed ? egressFault(error) : error;
    }
  }
  throw fault;
}

export const sourceClient = (connected: LdapSocket, timeoutMs: number): Client =>
  ldapClient(connected, {
    timeoutMs,
    lost: () => new SourceFault('connection_reset', 'The connection was lost.'),
  });

/** Starts TLS if the configuration requires it. @throws SourceFault */
export async function secureLdap(
  client: Client,
  { hostname, isTls }: LdapSocket,
  { config, credential }: Pick<LdapServer, 'config' | 'credential'>,
): Promise<void> {
  if (isTls || !config.startTls) return;
  await client
    .startTLS({ servername: hostname, ...trusting(credential?.caCertificatesPem) })
    .catch((cause: unknown) => {
      throw new SourceFault(
        'tls_failed',
        'TLS cannot be negotiated, or the certificate is not trusted.',
        { cause },
      );
    });
}

/** Binds with the credential. @throws SourceFault */
export async function bindLdap(
  client: Client,
  { credential }: Pick<LdapServer, 'credential'>,
): Promise<void> {
  if (!credential) return;
  await client.bind(credential.bindDn, credential.password).catch((cause: unknown) => {
    throw cause instanceof InvalidCredentialsError
      ? new SourceFault('credential_refused', 'The server rejected the bindDn or password.', {
          isRefusal: true,
          cause,
        })
      : new SourceFault('bind_failed', 'The server did not complete the bind.', { cause });
  });
}

/** A failed search, as tenants see it. */
export const searchFault = (cause: unknown): SourceFault =>
  cause instanceof NoSuchObjectError
    ? new SourceFault('base_not_found', 'The server has no entry with the base DN.', { cause })
    : new SourceFault('search_failed', 'The server did not complete the search.', { cause });

/** Unbinds and closes the socket, whatever its state. */
export async function closeLdap(client: Client, socket: Socket): Promise<void> {
  if (client.isConnected) await client.unbind().catch(() => undefined);
  if (socket.destroyed) return;
  const closed = once(socket, 'close');
  socket.destroy();
  await closed;
}
