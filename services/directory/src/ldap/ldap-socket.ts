import type { Socket } from 'node:net';
import type { Egress } from '@platform/kit/egress';
import { Client } from 'ldapts';
import type { ClientOptions } from 'ldapts';

/** A connection to an LDAP server, opened by the egress client. */
export interface LdapSocket {
  socket: Socket;
  hostname: string;
  /** Implicit TLS (`ldaps:`). */
  isTls: boolean;
}

export interface LdapSocketOptions {
  egress: Pick<Egress, 'connect'>;
  /** PEM of the only trusted authorities. Default: those of the system. */
  ca: string | undefined;
  signal: AbortSignal;
}

const ports: Readonly<Record<string, number>> = { 'ldaps:': 636, 'ldap:': 389 };

/** The TLS option for {@link LdapSocketOptions.ca}. */
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
 * Creates a client over this connection. The library must not open connections itself, because
 * their addresses would not be checked. After the connection is lost, `lost` creates the error.
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
  // The plain-text scheme: the socket below already does TLS, if any.
  return new Client({
    url: `ldap://${hostname}`,
    timeout: timeoutMs,
    connectTimeout: timeoutMs,
    strictDN: false,
    createConnection: take as unknown as CreateConnection,
  });
}
