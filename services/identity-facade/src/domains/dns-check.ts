import type { LoginDomainCheck } from '@platform/contracts';
import type { DnsAnswer, DnsLookups } from '@platform/kit/egress';
import { isApex } from './domain-name.ts';

/** The records to look for in DNS. */
export interface DnsExpectation {
  domain: string;
  token: string;
  cnameTarget: string;
}

/** Whether a record is correct. Name servers that do not respond leave it unknown. */
export type DnsVerdict = 'holds' | 'broken' | 'unknown';

/** The result of a check. */
export interface Findings {
  ownership: DnsVerdict;
  routing: DnsVerdict;
  checks: Omit<LoginDomainCheck, 'checkedAt'>[];
  /** Why the result is unknown. */
  outage: 'timeout' | 'failed' | undefined;
}

/** The name of the TXT record. */
export const challengeName = (domain: string): string => `_platform-login-challenge.${domain}`;
/** The value of the TXT record. */
export const challengeValue = (token: string): string => `platform-domain-verification=${token}`;

type Result = LoginDomainCheck['result'];
type Seen = { result: Result; observed: string[]; reason?: 'timeout' | 'failed' };

const maxAliases = 8;
const maxObserved = 10;
const maxObservedLength = 255;

const observedIn = (values: readonly string[]): string[] =>
  values.slice(0, maxObserved).map((value) => value.slice(0, maxObservedLength));

/** Compares an answer with the expected values. */
function seenIn(answer: DnsAnswer, isRight: (values: string[]) => boolean): Seen {
  if (answer.outcome === 'absent') return { result: 'absent', observed: [] };
  if (answer.outcome === 'inconclusive')
    return { result: 'inconclusive', observed: [], reason: reasonOf(answer) };
  const { records } = answer;
  return { result: isRight(records) ? 'found' : 'mismatch', observed: observedIn(records) };
}

/** Follows aliases until they reach the target or end. */
async function followed(dns: DnsLookups, { domain, cnameTarget }: DnsExpectation): Promise<Seen> {
  const observed: string[] = [];
  let name = domain;
  for (let step = 0; step < maxAliases; step += 1) {
    const answer = await dns.cname(name);
    if (answer.outcome === 'inconclusive') return { ...seenIn(answer, () => false), observed };
    if (answer.outcome === 'absent') break;
    name = answer.records[0] ?? '';
    observed.push(name.slice(0, maxObservedLength));
    if (name === cnameTarget) return { result: 'found', observed };
  }
  return { result: observed.length > 0 ? 'mismatch' : 'absent', observed };
}

/** IPv4 and IPv6 addresses as one answer: if one lookup is inconclusive, so are both. */
async function addressesOf(dns: DnsLookups, name: string): Promise<DnsAnswer> {
  const answers = await Promise.all([dns.a(name), dns.aaaa(name)]);
  const unknown = answers.find(({ outcome }) => outcome === 'inconclusive');
  if (unknown) return unknown;
  const records = answers.flatMap((each) => (each.outcome === 'found' ? each.records : []));
  return records.length > 0 ? { outcome: 'found', records } : { outcome: 'absent' };
}

/** An apex cannot have a CNAME: its addresses must be among those of the target. */
async function addressed(dns: DnsLookups, { domain, cnameTarget }: DnsExpectation): Promise<Seen> {
  const [own, target] = await Promise.all([
    addressesOf(dns, domain),
    addressesOf(dns, cnameTarget),
  ]);
  if (target.outcome !== 'found')
    return { result: 'inconclusive', observed: [], reason: reasonOf(target) };
  return seenIn(own, (values) => values.every((value) => target.records.includes(value)));
}

const reasonOf = (answer: DnsAnswer): 'timeout' | 'failed' =>
  answer.outcome === 'inconclusive' && answer.reason === 'ETIMEOUT' ? 'timeout' : 'failed';

function verdictOf(...seen: Seen[]): DnsVerdict {
  if (seen.some(({ result }) => result === 'found')) return 'holds';
  return seen.some(({ result }) => result === 'inconclusive') ? 'unknown' : 'broken';
}

/** The finding to report: the correct one, else one that found something. */
const shownOf = (...seen: [Seen, ...Seen[]]): Seen =>
  (['found', 'mismatch', 'inconclusive'] as const)
    .map((result) => seen.find((each) => each.result === result))
    .find((each) => each !== undefined) ?? seen[0];

/** Looks up the records of a registration. */
export async function checkDns(dns: DnsLookups, expected: DnsExpectation): Promise<Findings> {
  const apex = isApex(expected.domain);
  const [txt, cname, addresses] = await Promise.all([
    dns.txt(challengeName(expected.domain)),
    followed(dns, expected),
    apex ? addressed(dns, expected) : undefined,
  ]);
  const challenge = seenIn(txt, (values) => values.includes(challengeValue(expected.token)));
  const routes: [Seen, ...Seen[]] = addresses ? [addresses, cname] : [cname];
  const ownership = verdictOf(challenge, cname);
  const routing = verdictOf(...routes);
  const shown = { ownership: shownOf(challenge, cname), routing: shownOf(...routes) };
  const isOutage = ownership === 'unknown' && routing === 'unknown';
  return {
    ownership,
    routing,
    checks: (['ownership', 'routing'] as const).map((purpose) => ({
      purpose,
      result: shown[purpose].result,
      observed: shown[purpose].observed,
    })),
    outage: isOutage ? (challenge.reason ?? routes[0].reason ?? 'failed') : undefined,
  };
}
