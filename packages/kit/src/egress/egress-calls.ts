import type { Socket } from 'node:net';
import type { EgressResponse, EgressStreamResponse } from './egress-error.ts';
import type { EgressProfile } from './profiles.ts';

/** What a tenant brings for TLS with its own server. Verification cannot be turned off. */
export interface EgressTls {
  /** PEM, trusted beside the public roots and `extraCa`. */
  ca?: string | undefined;
  /** PEM of the client's certificate; with `key`. */
  cert?: string | undefined;
  /** PEM of its private key. */
  key?: string | undefined;
}

/** A call by HTTP. */
export interface EgressRequest {
  /** Connections are not shared between tenants. */
  tenantId: string;
  method: string;
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** From DNS to the end of the answer; the profile's at most. */
  timeoutMs?: number;
  /** The profile's at most. */
  maxResponseBytes?: number;
  signal?: AbortSignal;
  tls?: EgressTls | undefined;
  /** The receiver is a service of the platform: it is sent the id and the trace context of the current request. */
  isOwn?: boolean;
}

/** A call whose bodies may be of any size. */
export interface EgressStreamRequest extends Omit<
  EgressRequest,
  'body' | 'timeoutMs' | 'maxResponseBytes'
> {
  /** Chunks are asked for as fast as the other side takes them, and not at all where no connection is had. */
  body?: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** Bytes of a streamed body, for receivers that must know. A body of another length fails. */
  contentLength?: number;
  /** The profile's at most; one byte more is {@link ResponseTooLarge}. */
  maxResponseBytes: number;
  /** The longest that the other side may be silent, be it to take bytes or to send some. The whole call has no limit but `signal`. */
  idleTimeoutMs: number;
}

/** A socket for another protocol. */
export interface EgressConnect {
  hostname: string;
  port: number;
  /** false: plain TCP, for a protocol that starts TLS itself. */
  tls?: boolean;
  /** PEM, trusted beside the public roots and `extraCa`. */
  ca?: string;
  /** The client's certificate and key, PEM. */
  client?: { cert: string; key: string } | undefined;
  signal?: AbortSignal;
}

/** The only way out to an address that a tenant chose. */
export interface Egress {
  readonly profile: EgressProfile;
  /** The URL as it will be called. @throws EgressRefused when it breaks a rule of the profile. Resolves nothing. */
  checkUrl(url: string): URL;
  /** As `checkUrl`, and its addresses are judged now. @throws EgressRefused; `host_not_allowed` for the address, without naming it */
  checkTarget(url: string): Promise<URL>;
  /** @throws EgressFailed; the reason of `signal` when that aborts. A refused URL is `address_blocked`. */
  request(request: EgressRequest): Promise<EgressResponse>;
  /** As `request`, for bodies that must not be held in memory: answers when the head of the response is there. */
  stream(request: EgressStreamRequest): Promise<EgressStreamResponse>;
  /** A connected socket, TLS shaken hands. @throws as `request` */
  connect(options: EgressConnect): Promise<Socket>;
  /** Destroys what is still connected. */
  close(): Promise<void>;
}
