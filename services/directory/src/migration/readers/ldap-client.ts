import type { Egress } from '@platform/kit/egress';
import type { Client } from 'ldapts';
import {
  bindLdap,
  closeLdap,
  connectLdap,
  secureLdap,
  sourceClient,
} from '../../sync/sources/ldap/ldap-source.ts';
import type { LdapServer } from '../../sync/sources/ldap/ldap-source.ts';
import type { SourceConnection, SourceCredential } from '../sources/migration-source.ts';
import { unreadable } from './http-source.ts';

export type LdapConnection = Extract<SourceConnection, { kind: 'ldap' }>['connection'];

export interface LdapOptions {
  egress: Pick<Egress, 'connect'>;
  connection: LdapConnection;
  credential: SourceCredential | undefined;
  /** Per operation, in milliseconds. */
  timeoutMs: number;
}

const serverOf = ({ egress, connection, credential, timeoutMs }: LdapOptions): LdapServer => ({
  egress,
  config: connection,
  credential: credential?.type === 'ldap_bind' ? credential : undefined,
  timeoutMs,
});

/** Runs work on a connection to the first server that accepts one, then closes it. */
export async function withLdap<T>(
  options: LdapOptions,
  signal: AbortSignal,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const server = serverOf(options);
  const failed = (cause: unknown): never => {
    signal.throwIfAborted();
    throw unreadable('No LDAP server of the source accepts a connection.', cause);
  };
  const connected = await connectLdap(server, signal).catch(failed);
  const { socket } = connected;
  const client = sourceClient(connected, options.timeoutMs);
  const abort = (): void => void socket.destroy();
  signal.addEventListener('abort', abort, { once: true });
  try {
    await secureLdap(client, connected, server).catch(failed);
    return await work(client);
  } finally {
    signal.removeEventListener('abort', abort);
    await closeLdap(client, socket);
  }
}

/** Binds with the credential of the source. */
export const bindAsService = (client: Client, options: LdapOptions): Promise<void> =>
  bindLdap(client, serverOf(options)).catch((cause: unknown) => {
    throw unreadable('The LDAP server rejected the credential of the source.', cause);
  });
