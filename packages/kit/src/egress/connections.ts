import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Pool } from 'undici';
import { asyncCache } from '../cache/cache.ts';
import { addressBytes, addressText } from '../ip/ip.ts';
import { addressCheck } from './addresses.ts';
import type { EgressTls } from './egress-calls.ts';
import { EgressFailed } from './egress-error.ts';
import type { EgressOptions } from './egress-options.ts';
import type { pools } from './pool.ts';
import { orAborted } from './promises.ts';
import type { Hop } from './redirects.ts';
import { addressesOf, publicResolver, resolveSystem } from './resolution.ts';
import { openSocket } from './socket.ts';
import type { Target } from './target.ts';

const maxAddressesTried = 4;

/** Connections with different certificates are not shared. */
const tlsKey = (tls: EgressTls | undefined): string =>
  tls === undefined ? '' : createHash('sha256').update(JSON.stringify(tls)).digest('base64');

type UsePool = <T extends { truncated: boolean }>(call: (pool: Pool) => Promise<T>) => Promise<T>;

/**
 * Connects to targets: resolves them, checks their addresses, and opens sockets to the first
 * address that responds.
 */
export function connections(options: EgressOptions, kept: ReturnType<typeof pools>) {
  const mayCall = addressCheck(options.allowedNetworks ?? [], options.deniedNetworks ?? []);

  /** Returns all addresses of a host. A single forbidden address rejects it. */
  const resolvedAddresses = async ({ hostname, isAllowedHost }: Target): Promise<string[]> => {
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
  const resolved = asyncCache({
    fetch: resolvedAddresses,
    keyOf: ({ hostname, isAllowedHost }: Target) => `${hostname} ${isAllowedHost}`,
    ttlMs: options.addressesTtlMs ?? 0,
  });
  const checkedAddresses = async (target: Target): Promise<string[]> => resolved.get(target);

  const open = async (
    target: Target,
    address: string,
    { ca, cert, key }: EgressTls = {},
    signal?: AbortSignal,
  ): Promise<Socket> =>
    openSocket({
      address,
      port: target.port,
      hostname: target.hostname,
      isTls: target.scheme === 'https:' || target.scheme === 'tls:',
      ca: [options.extraCa, ca].filter((one) => one !== undefined),
      proxyUrl: target.isInternal ? undefined : options.proxyUrl,
      connect: options.connect,
      timeoutMs: options.connectTimeoutMs,
      ...(cert === undefined || key === undefined ? {} : { client: { cert, key } }),
      ...(signal === undefined ? {} : { signal }),
    });

  /**
   * Tries the next address only if the previous one did not accept a connection, since nothing was
   * sent then.
   */
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

  /** Runs a call on a connection to the first address that accepts one. */
  const onConnection = async <T>(
    tenantId: string,
    { url, target, tls }: Pick<Hop, 'url' | 'target'> & { tls?: EgressTls | undefined },
    signal: AbortSignal,
    call: (use: UsePool, address: string) => Promise<T>,
  ): Promise<T> => {
    const addresses = await orAborted(checkedAddresses(target), signal);
    return firstReachable(addresses, async (address) =>
      call(
        async (work) =>
          kept.use(
            `${tenantId} ${url.origin} ${address} ${tlsKey(tls)}`,
            url.origin,
            async () => open(target, address, tls),
            work,
          ),
        address,
      ),
    );
  };

  return { checkedAddresses, open, firstReachable, onConnection };
}
