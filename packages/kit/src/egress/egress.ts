import type { Socket } from 'node:net';
import type { Pool } from 'undici';
import { addressBytes, addressText } from '../ip/ip.ts';
import { addressJudge } from './addresses.ts';
import { EgressFailed, EgressRefused } from './egress-error.ts';
import type { EgressResponse, EgressStreamResponse } from './egress-error.ts';
import { exchangeStream } from './exchange-stream.ts';
import { exchange } from './exchange.ts';
import { pools } from './pool.ts';
import { profiles } from './profiles.ts';
import type { EgressProfile, EgressProfileName } from './profiles.ts';
import { followRedirects } from './redirects.ts';
import type { Hop } from './redirects.ts';
import { addressesOf, publicResolver, resolveSystem } from './resolution.ts';
import type { Resolve } from './resolution.ts';
import { openSocket } from './socket.ts';
import type { ConnectTcp } from './socket.ts';
import { checkedSocket, checkedUrl, normalHost } from './target.ts';
import type { Target, TargetRules } from './target.ts';

export { isPublicAddress } from './addresses.ts';
export { EgressFailed, EgressRefused, ResponseTooLarge } from './egress-error.ts';
export type { EgressErrorCode, EgressResponse, EgressStreamResponse } from './egress-error.ts';
export { egressFetch } from './egress-fetch.ts';
export { profiles } from './profiles.ts';
export type { EgressProfile, EgressProfileName } from './profiles.ts';
export type { Resolve } from './resolution.ts';
export type { ConnectTcp } from './socket.ts';

/** What the operator and a test may set; all else is the profile's. */
export interface EgressOptions {
  profile: EgressProfileName;
  /** Exact host names (or literals) that may be called whatever they resolve to; they skip host and address rules only, and are called past `proxyUrl`. */
  allowedHosts?: Iterable<string>;
  /** Hosts that profile `claims-webhook` may call by http. */
  plainHttpHosts?: Iterable<string>;
  /** Development: http for profiles `webhooks` and `hooks`. */
  allowInsecureHttp?: boolean;
  /** `scheme://host[:port]` of base URLs that the operator, never a tenant, has set: rules of scheme, host, port and address do not hold for them. */
  trustedOrigins?: Iterable<string>;
  /** Hosts at or below it are ours: webhooks do not go there. */
  platformDomain?: string;
  /** `platform.outbound-http.allowed-networks`: may be called though not public. */
  allowedNetworks?: Iterable<string>;
  /** `platform.outbound-http.denied-networks`: never called, but for allowed hosts. */
  deniedNetworks?: Iterable<string>;
  /** `platform.outbound-http.proxy-url`: http or https, with credentials if need be. The way to all but `allowedHosts`. */
  proxyUrl?: string;
  /** PEM text, trusted beside the public roots. */
  extraCa?: string;
  resolver?: Resolve;
  connect?: ConnectTcp;
  /** Milliseconds, monotonic. */
  clock?: () => number;
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

const maxAddressesTried = 4;

type UsePool = <T extends { truncated: boolean }>(call: (pool: Pool) => Promise<T>) => Promise<T>;
/** An egress client for one profile. Make one a process and profile, `close` it at the end. */
export const egress = (options: EgressOptions): Egress => {
  const profile: EgressProfile = profiles[options.profile];
  const rules: TargetRules = {
    profile,
    allowedHosts: hostSet(options.allowedHosts),
    plainHttpHosts: hostSet(options.plainHttpHosts),
    trustedOrigins: new Set([...(options.trustedOrigins ?? [])].map(originOf)),
    allowInsecureHttp: options.allowInsecureHttp ?? false,
    platformDomain: options.platformDomain,
  };
  const mayCall = addressJudge(options.allowedNetworks ?? [], options.deniedNetworks ?? []);
  const clock = options.clock ?? performance.now.bind(performance);
  const kept = pools();

  /** Every address of the target, judged: one that may not be called condemns them all. */
  const judged = async ({ hostname, isAllowedHost }: Target): Promise<string[]> => {
    const literal = addressBytes(hostname);
    const resolve = options.resolver ?? (isAllowedHost ? resolveSystem : publicResolver());
    const addresses = literal === null ? await addressesOf(hostname, resolve) : [literal];
    if (!isAllowedHost && !addresses.every(mayCall)) {
      throw new EgressFailed('address_blocked', {
        cause: new Error(`${hostname} is ${addresses.map(addressText).join(', ')}`),
      });
    }
    return addresses.slice(0, maxAddressesTried).map(addressText);
  };

  const open = async (
    target: Target,
    address: string,
    ca: string[],
    signal?: AbortSignal,
  ): Promise<Socket> =>
    openSocket({
      address,
      port: target.port,
      hostname: target.hostname,
      isTls: target.scheme === 'https:' || target.scheme === 'tls:',
      ca: [...(options.extraCa === undefined ? [] : [options.extraCa]), ...ca],
      proxyUrl: target.isInternal ? undefined : options.proxyUrl,
      connect: options.connect,
      ...(signal === undefined ? {} : { signal }),
    });

  /** The next address only when the one before took no connection: nothing was sent then. */
  const firstReachable = async <T>(
    addresses: string[],
    attempt: (address: string) => Promise<T>,
  ): Promise<T> => {
    let failure: unknown;
    for (const address of addresses) {
      try {
        return await attempt(address);
      } catch (error) {
        if (!(error instanceof EgressFailed) || error.code !== 'connect_failed') throw error;
        failure = error;
      }
    }
    throw failure;
  };

  /** Runs a call on a connection to the first address that takes one. */
  const onConnection = async <T>(
    tenantId: string,
    { url, target }: Pick<Hop, 'url' | 'target'>,
    signal: AbortSignal,
    call: (use: UsePool, address: string) => Promise<T>,
  ): Promise<T> => {
    const addresses = await orAborted(judged(target), signal);
    return firstReachable(addresses, async (address) =>
      call(
        async (work) =>
          kept.use(
            `${tenantId} ${url.origin} ${address}`,
            url.origin,
            async () => open(target, address, []),
            work,
          ),
        address,
      ),
    );
  };

  const firstHop = ({ url, headers = {} }: Pick<EgressRequest, 'url' | 'headers'>): Hop => ({
    ...blocked(() => checkedUrl(url, rules)),
    headers,
  });

  const follow = async (request: EgressRequest, signal: AbortSignal): Promise<EgressResponse> => {
    const startedAt = clock();
    const { tenantId, method, body } = request;
    const maxResponseBytes = Math.min(
      request.maxResponseBytes ?? Infinity,
      profile.maxResponseBytes,
    );
    return followRedirects<EgressResponse>(method, firstHop(request), rules, {
      send: async (hop) => {
        const { url, headers } = hop;
        const exchanged = { url, method, headers, body, signal, maxResponseBytes };
        return onConnection(tenantId, hop, signal, async (use, remoteAddress) => ({
          ...(await use(async (pool) => exchange(pool, exchanged))),
          remoteAddress,
          durationMs: Math.round(clock() - startedAt),
        }));
      },
      leave: () => undefined,
      refuse: (response, cause) => new EgressFailed('redirect_not_followed', { response, cause }),
    });
  };

  const streamOnce = async (
    request: EgressStreamRequest,
    hop: Hop,
    signal: AbortSignal,
  ): Promise<EgressStreamResponse> => {
    const { method, body, contentLength, idleTimeoutMs } = request;
    const maxResponseBytes = Math.min(
      request.maxResponseBytes,
      profile.maxStreamBytes ?? profile.maxResponseBytes,
    );
    const { url, headers } = hop;
    const exchanged = { url, method, headers, body, contentLength, idleTimeoutMs, signal };
    return onConnection(request.tenantId, hop, signal, async (use, remoteAddress) => {
      const head = deferred<EgressStreamResponse>();
      // The connection is in use until the body is over, the caller goes on with the head.
      use(async (pool) => {
        const { ended, ...response } = await exchangeStream(pool, {
          ...exchanged,
          maxResponseBytes,
        });
        head.resolve({ ...response, remoteAddress });
        return { truncated: !(await ended) };
      }).catch(head.reject);
      return head.promise;
    });
  };

  return {
    profile,
    checkUrl: (text) => checkedUrl(text, rules).url,
    async checkTarget(text) {
      const { url, target } = checkedUrl(text, rules);
      await judged(target).catch(() => {
        throw new EgressRefused('host_not_allowed', 'must name a host that may be called');
      });
      return url;
    },
    async request(request) {
      request.signal?.throwIfAborted();
      const limit = new AbortController();
      const timer = setTimeout(
        () => limit.abort(new EgressFailed('timeout')),
        Math.min(request.timeoutMs ?? Infinity, profile.maxTimeoutMs),
      );
      try {
        return await follow(
          request,
          request.signal === undefined
            ? limit.signal
            : AbortSignal.any([limit.signal, request.signal]),
        );
      } finally {
        clearTimeout(timer);
      }
    },
    async stream(request) {
      const signal = request.signal ?? new AbortController().signal;
      signal.throwIfAborted();
      return followRedirects<EgressStreamResponse>(request.method, firstHop(request), rules, {
        send: async (hop) => streamOnce(request, hop, signal),
        leave: (response) => response.discard(),
        refuse: (response, cause) => {
          response.discard();
          return new EgressFailed('redirect_not_followed', { cause });
        },
      });
    },
    async connect({ hostname, port, tls = true, ca, signal }) {
      const target = blocked(() => checkedSocket(tls ? 'tls:' : 'tcp:', hostname, port, rules));
      const addresses = await orAborted(judged(target), signal);
      return firstReachable(addresses, async (address) =>
        open(target, address, ca === undefined ? [] : [ca], signal),
      );
    },
    close: kept.close,
  };
};

const hostSet = (hosts: Iterable<string> = []): Set<string> =>
  new Set(
    [...hosts].map((host) => {
      const normal = normalHost(host);
      if (normal === null) throw new TypeError(`"${host}" is not an exact host name`);
      return normal;
    }),
  );

const originOf = (text: string): string => {
  const { protocol, hostname, port } = new URL(text);
  return `${protocol}//${hostname}:${port || (protocol === 'http:' ? 80 : 443)}`;
};

const blocked = <T>(check: () => T): T => {
  try {
    return check();
  } catch (cause) {
    throw new EgressFailed('address_blocked', { cause });
  }
};

/** The work, or the signal's reason as soon as it aborts. */
const orAborted = async <T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
  if (signal === undefined) return work;
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
};

const deferred = <T>() => {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
};
