import type { Socket } from 'node:net';
import type { EgressResponse, EgressStreamResponse } from './egress-error.ts';
import type { EgressProfile } from './profiles.ts';

/** A tenant's TLS settings for its own server. Verification cannot be turned off. */
export interface EgressTls {
  /** PEM of authorities trusted in addition to the public roots and `extraCa`. */
  ca?: string | undefined;
  /** PEM of the client's certificate; requires `key`. */
  cert?: string | undefined;
  /** PEM of the private key. */
  key?: string | undefined;
}

/** An HTTP request. */
export interface EgressRequest {
  /** Connections are not shared between tenants. */
  tenantId: string;
  method: string;
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** From DNS to the end of the response; at most the profile's limit. */
  timeoutMs?: number;
  /** At most the profile's limit. */
  maxResponseBytes?: number;
  signal?: AbortSignal;
  tls?: EgressTls | undefined;
  /**
   * The receiver is a service of the platform: it is sent the request id and trace context of the
   * current request.
   */
  isOwn?: boolean;
}

/** A request whose bodies may be of any size. */
export interface EgressStreamRequest extends Omit<
  EgressRequest,
  'body' | 'timeoutMs' | 'maxResponseBytes'
> {
  /**
   * Chunks are read as fast as the receiver takes them, and not before a connection is established.
   */
  body?: string | Uint8Array | AsyncIterable<Uint8Array>;
  /**
   * Length of a streamed body in bytes, for receivers that require it. A body of another length
   * fails.
   */
  contentLength?: number;
  /** At most the profile's limit; beyond it, reading throws {@link ResponseTooLarge}. */
  maxResponseBytes: number;
  /** The longest time without bytes sent or received. Only `signal` limits the whole call. */
  idleTimeoutMs: number;
}

/** A socket for another protocol. */
export interface EgressConnect {
  hostname: string;
  port: number;
  /** false: plain TCP, for a protocol that upgrades to TLS itself. */
  tls?: boolean;
  /** PEM of authorities trusted in addition to the public roots and `extraCa`. */
  ca?: string;
  /** Certificate and key of the client, PEM. */
  client?: { cert: string; key: string } | undefined;
  signal?: AbortSignal;
}

/** The only way to call an address that a tenant chose. */
export interface Egress {
  readonly profile: EgressProfile;
  /**
   * Returns the URL as it will be called. Resolves no names.
   * @throws EgressRefused if it breaks a rule of the profile
   */
  checkUrl(url: string): URL;
  /**
   * Like `checkUrl`, and also checks the addresses of the host.
   * @throws EgressRefused; `host_not_allowed` for a forbidden address, without naming it
   */
  checkTarget(url: string): Promise<URL>;
  /**
   * Sends a request.
   * @throws EgressFailed (`address_blocked` for a rejected URL); the reason of `signal` when it
   * aborts
   */
  request(request: EgressRequest): Promise<EgressResponse>;
  /**
   * Like `request`, for bodies that must not be kept in memory: resolves when the head of the
   * response has arrived.
   */
  stream(request: EgressStreamRequest): Promise<EgressStreamResponse>;
  /**
   * Opens a connected socket, after the TLS handshake.
   * @throws like `request`
   */
  connect(options: EgressConnect): Promise<Socket>;
  /** Destroys all open connections. */
  close(): Promise<void>;
}
