/**
 * The result of a DNS lookup. `absent`: DNS states that there is no such record (NXDOMAIN, or NODATA when the name has only
 * records of other types). `inconclusive`: the lookup failed (SERVFAIL, REFUSED, a timeout, servers that disagree), so callers
 * must not conclude anything from it; `reason` is for logs.
 */
export type DnsAnswer =
  | { outcome: 'found'; records: string[] }
  | { outcome: 'absent' }
  | { outcome: 'inconclusive'; reason: string };

const absentCodes: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);

/** Converts the error of a lookup. */
export function failedAnswer(error: unknown): DnsAnswer {
  const code = (error as { code?: unknown } | null)?.code;
  if (absentCodes.has(code)) return { outcome: 'absent' };
  return { outcome: 'inconclusive', reason: typeof code === 'string' ? code : 'unknown' };
}

/** Converts the result of a completed lookup. */
export const answered = (records: readonly string[]): DnsAnswer =>
  records.length > 0 ? { outcome: 'found', records: [...records] } : { outcome: 'absent' };

const contentOf = (answer: DnsAnswer): string =>
  answer.outcome === 'found' ? JSON.stringify(answer.records.toSorted()) : answer.outcome;

/**
 * Combines the answers of several servers: all conclusive answers must agree. Inconclusive ones are
 * ignored as long as one is conclusive.
 */
export function agreed(answers: readonly DnsAnswer[]): DnsAnswer {
  const [first, ...others] = answers.filter(({ outcome }) => outcome !== 'inconclusive');
  if (!first) return answers[0] ?? { outcome: 'inconclusive', reason: 'no_server' };
  const isAgreed = others.every((other) => contentOf(other) === contentOf(first));
  return isAgreed ? first : { outcome: 'inconclusive', reason: 'servers_disagree' };
}
