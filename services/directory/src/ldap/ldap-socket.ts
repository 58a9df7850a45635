import type { Socket } from 'node:net';
import type { Egress } from '@platform/kit/egress';
import { Client } from 'ldapts';
import type { ClientOptions } from 'ldapts';

/** A connection to an LDAP server, made by the egress client. */
export interface LdapSocket {
  socket: Socket;
  hostname: string;
  /** TLS since the first byte (`ldaps:`). */
  isTls: boolean;
}

/** Options of a connection besides the server's URL. */
export interface LdapSocketOptions {
  egress: Pick<Egress, 'connect'>;
  /** PEM of the only authorities trusted; without it the system's. */
  ca: string | undefined;
  signal: AbortSignal;
}

const ports: Readonly<Record<string, number>> = { 'ldaps:': 636, 'ldap:': 389 };

/** The option of TLS connections for {@link LdapSocketOptions.ca}. */
export const trusting = (ca: string | undefined): { ca?: string } =>
  ca === undefined ? {} : { ca };

/** Connects to one server. @throws EgressFailed */
export async function openLdapSocket(
  url: string,
  { egress, ca, signal }: LdapSocketOptions,
): Promise<LdapSocket> {
  const { protocol, hostname, port } = new URL(url);
  const isTls = protocol === 'ldaps:';
  const socket = await egress.connect({
    hostname,
    port: port === '' ? (ports[protocol] ?? 0) : Number(port),
    tls: isTls,
    signal,
    ...trusting(ca),
  });
  return { socket, hostname, isTls };
}

type CreateConnection = NonNullable<ClientOptions['createConnection']>;

/**
 * A client over this connection. The library opens none of its own, because its address would not have been checked: when the
 * connection is gone, `lost` makes the error.
 */
export function ldapClient(
  { socket, hostname }: LdapSocket,
  { timeoutMs, lost }: { timeoutMs: number; lost: () => Error },
): Client {
  let isTaken = false;
  const take = (): Socket => {
    if (isTaken) throw lost();
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
