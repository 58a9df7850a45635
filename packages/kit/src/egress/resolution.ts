import { Resolver, lookup } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { addressBytes } from '../ip/ip.ts';
import type { AddressBytes } from '../ip/ip.ts';
import { EgressFailed } from './egress-error.ts';

/** Returns all addresses of a name, A and AAAA, as text. */
export type Resolve = (hostname: string) => Promise<string[]>;

const timeoutMs = 2000;

/**
 * Queries the name servers (`servers`, or the system's) for A and AAAA of an absolute name. Does
 * not use `lookup`, which adds search domains and the hosts file, and whose threads a name server
 * that hangs would block.
 */
export const publicResolver =
  (servers?: readonly string[]): Resolve =>
  async (hostname) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
    if (servers !== undefined) resolver.setServers(servers);
    const found: string[] = [];
    const ask = async (query: Promise<string[]>): Promise<void> =>
      void found.push(...(await query.catch(() => [])));
    const answers = Promise.all([
      ask(resolver.resolve4(hostname)),
      ask(resolver.resolve6(hostname)),
    ]);
    const stop = new AbortController();
    // A family that does not respond must not delay the other.
    await Promise.race([
      answers,
      wait(timeoutMs - 100, undefined, { signal: stop.signal }).catch(() => {}),
    ]);
    stop.abort();
    resolver.cancel();
    return found;
  };

/**
 * Queries the system: for hosts that an operator names, which may be in a hosts file or a cluster's
 * search domain.
 */
export const resolveSystem: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/**
 * Returns the distinct addresses of a name, IPv4 first.
 * @throws EgressFailed `dns_failed`: no response within 2 s, no address, or something that is not
 * an address
 */
export const addressesOf = async (hostname: string, resolve: Resolve): Promise<AddressBytes[]> => {
  const stop = new AbortController();
  const late = wait(timeoutMs, undefined, { signal: stop.signal }).then(() => {
    throw new Error('no answer in time');
  });
  try {
    const texts = await Promise.race([resolve(hostname), late]);
    const addresses = [...new Set(texts)].map(addressBytes).filter((bytes) => bytes !== null);
    if (addresses.length === 0 || addresses.length < new Set(texts).size)
      throw new Error(`no usable DNS response: ${texts.join(', ')}`);
    return addresses.toSorted((a, b) => a.length - b.length);
  } catch (cause) {
    throw new EgressFailed('dns_failed', { cause });
  } finally {
    late.catch(() => {});
    stop.abort();
  }
};
