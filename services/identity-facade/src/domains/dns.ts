import { Resolver } from 'node:dns/promises';

/** What name servers say: values, nothing (NXDOMAIN, NODATA), or no answer that means anything. */
export type DnsAnswer =
  | { result: 'found'; values: string[] }
  | { result: 'absent' }
  | { result: 'inconclusive'; reason: 'timeout' | 'failed' };

/** Questions to name servers. */
export interface Dns {
  /** TXT records, the chunks of each joined. */
  txt(name: string): Promise<DnsAnswer>;
  /** Where the name itself points, not what that points at. */
  cname(name: string): Promise<DnsAnswer>;
  /** A and AAAA. */
  addresses(name: string): Promise<DnsAnswer>;
}

const absence: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);
const normal = (name: string): string => name.toLowerCase().replace(/\.$/, '');

async function asked(question: () => Promise<string[]>): Promise<DnsAnswer> {
  try {
    const values = await question();
    return values.length > 0 ? { result: 'found', values } : { result: 'absent' };
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (absence.has(code)) return { result: 'absent' };
    return { result: 'inconclusive', reason: code === 'ETIMEOUT' ? 'timeout' : 'failed' };
  }
}

/** The answers of two questions as one: what is not known of one is known of neither. */
function joined(one: DnsAnswer, other: DnsAnswer): DnsAnswer {
  if (one.result === 'inconclusive') return one;
  if (other.result === 'inconclusive') return other;
  const values = [one, other].flatMap((each) => (each.result === 'found' ? each.values : []));
  return values.length > 0 ? { result: 'found', values } : { result: 'absent' };
}

/** Asks these servers, or the system's. */
export function systemDns(options: {
  servers: readonly string[];
  timeoutMs: number;
  tries: number;
}): Dns {
  const resolver = new Resolver({ timeout: options.timeoutMs, tries: options.tries });
  if (options.servers.length > 0) resolver.setServers([...options.servers]);
  return {
    txt: (name) =>
      asked(async () => (await resolver.resolveTxt(name)).map((chunks) => chunks.join(''))),
    cname: (name) => asked(async () => (await resolver.resolveCname(name)).map(normal)),
    addresses: async (name) =>
      joined(
        ...(await Promise.all([
          asked(() => resolver.resolve4(name)),
          asked(() => resolver.resolve6(name)),
        ])),
      ),
  };
}
