import { Resolver } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { agreed, answered, failedAnswer } from './dns-answer.ts';
import type { DnsAnswer } from './dns-answer.ts';

/** Looks names up in DNS. Names are absolute: no search domains, no hosts file. Never throws. */
export interface DnsLookups {
  /** TXT records; the strings of one record are joined (RFC 7208 §3.3). */
  txt(name: string): Promise<DnsAnswer>;
  /** The canonical name, without a trailing dot, in lower case. */
  cname(name: string): Promise<DnsAnswer>;
  /** IPv4 addresses. */
  a(name: string): Promise<DnsAnswer>;
  /** IPv6 addresses. */
  aaaa(name: string): Promise<DnsAnswer>;
}

/** Options of {@link dnsLookups}. */
export interface DnsOptions {
  /**
   * Servers, `address` or `address:port` (IPv6 in brackets). Each is queried, and they must agree.
   * Default: the system's servers, treated as one.
   */
  servers?: readonly string[];
  /** Time limit of a lookup in milliseconds. Default 5 s. */
  timeoutMs?: number;
  /** Number of queries to each server within that time. Default 2. */
  tries?: number;
}

type Query = (resolver: Resolver) => Promise<string[]>;

const hostOf = (name: string): string => name.replace(/\.$/, '').toLowerCase();

/** Creates {@link DnsLookups}. */
export function dnsLookups({
  servers = [],
  timeoutMs = 5_000,
  tries = 2,
}: DnsOptions = {}): DnsLookups {
  const sets = servers.length === 0 ? [undefined] : servers.map((server) => [server]);
  // Reports wrong settings at the start, not at the first lookup.
  for (const set of sets) if (set) new Resolver().setServers(set);

  async function askOne(set: string[] | undefined, query: Query): Promise<DnsAnswer> {
    // The resolver doubles the pause with each try; their sum stays within the time limit.
    const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 2 ** tries), tries });
    if (set) resolver.setServers(set);
    const stop = new AbortController();
    const late = wait(timeoutMs, undefined, { signal: stop.signal }).then(
      (): DnsAnswer => ({ outcome: 'inconclusive', reason: 'ETIMEOUT' }),
      (): DnsAnswer => ({ outcome: 'inconclusive', reason: 'ECANCELLED' }),
    );
    const asked = query(resolver).then(answered, failedAnswer);
    const answer = await Promise.race([asked, late]);
    stop.abort();
    resolver.cancel();
    return answer;
  }

  const ask = async (query: Query): Promise<DnsAnswer> =>
    agreed(await Promise.all(sets.map((set) => askOne(set, query))));

  return {
    txt: (name) =>
      ask(async (resolver) => (await resolver.resolveTxt(name)).map((parts) => parts.join(''))),
    cname: (name) => ask(async (resolver) => (await resolver.resolveCname(name)).map(hostOf)),
    a: (name) => ask((resolver) => resolver.resolve4(name)),
    aaaa: (name) => ask((resolver) => resolver.resolve6(name)),
  };
}
