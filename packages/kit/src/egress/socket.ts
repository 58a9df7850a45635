import { once } from 'node:events';
import { connect as connectTcp, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { addressBytes, addressText, unmapped } from '../ip/ip.ts';
import { EgressFailed } from './egress-error.ts';
import { openTunnel } from './proxy.ts';
import { trust } from './trust.ts';
import type { ClientCertificate } from './trust.ts';

/** Opens a TCP connection to an address; `net.connect` outside of tests. */
export type ConnectTcp = (options: { host: string; port: number }) => Socket;

/** One connection to a checked address. */
export interface SocketOptions {
  /** The checked address; no name is resolved from here on. */
  address: string;
  port: number;
  /** Host of the URL, for SNI and certificate verification. */
  hostname: string;
  isTls: boolean;
  /** PEM of authorities trusted in addition to the public roots. */
  ca: readonly string[];
  proxyUrl: string | undefined;
  connect: ConnectTcp | undefined;
  client?: ClientCertificate | undefined;
  /** Time limit for all steps; default 5 s. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal;
}

const defaultTimeoutMs = 5000;

/**
 * Connects, checks the remote address of the socket, and completes the handshake, all within the
 * time limit. TLS 1.2 or newer, always verified.
 * @throws EgressFailed `connect_failed`, `connect_timeout`, `address_blocked`, `tls_failed`; the
 * reason of an aborted signal
 */
export const openSocket = async (options: SocketOptions): Promise<Socket> => {
  const limit = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs);
  const signal = options.signal === undefined ? limit : AbortSignal.any([limit, options.signal]);
  const step = async (
    code: 'connect_failed' | 'tls_failed',
    socket: Socket,
    work: () => Promise<unknown>,
  ): Promise<void> => {
    try {
      await work();
    } catch (cause) {
      socket.destroy();
      if (options.signal?.aborted) throw options.signal.reason;
      if (limit.aborted) throw new EgressFailed('connect_timeout', { cause });
      throw cause instanceof EgressFailed ? cause : new EgressFailed(code, { cause });
    }
  };

  const { connect = connectTcp, proxyUrl, address, port } = options;
  const proxy = proxyUrl === undefined ? undefined : new URL(proxyUrl);
  const raw = connect(
    proxy === undefined
      ? { host: address, port }
      : {
          host: proxy.hostname.replace(/^\[(.*)\]$/, '$1'),
          port: Number(proxy.port || (proxy.protocol === 'https:' ? 443 : 80)),
        },
  );
  // A socket may emit another error after it was abandoned.
  raw.on('error', () => {});
  raw.setNoDelay(true);
  let socket = raw;
  await step('connect_failed', raw, async () => {
    await once(raw, 'connect', { signal });
    if (proxy !== undefined)
      socket = await openTunnel(raw, proxy, address, port, options.ca, signal);
    else if (!isSameAddress(raw.remoteAddress, address))
      throw new EgressFailed('address_blocked', {
        cause: new Error(`connected to ${raw.remoteAddress}`),
      });
  });
  if (!options.isTls) return socket;

  const secure = connectTls({
    socket,
    host: options.hostname,
    ...(isIP(options.hostname) === 0 ? { servername: options.hostname.replace(/\.$/, '') } : {}),
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
    ...trust(options.ca, options.client),
  });
  secure.on('error', () => {});
  await step('tls_failed', secure, async () => once(secure, 'secureConnect', { signal }));
  return secure;
};

const isSameAddress = (found: string | undefined, checked: string): boolean => {
  const bytes = found === undefined ? null : addressBytes(found);
  return (
    bytes !== null &&
    addressText(unmapped(bytes)) ===
      addressText(unmapped(addressBytes(checked) ?? new Uint8Array(4)))
  );
};
