import type { ImportDryRunResource } from '@platform/contracts';
import type { RowDecision } from './batch-plan.ts';
import type { ImportCandidate, FailedRow } from './candidate.ts';
import type { SourceRow } from '../readers/source-reader.ts';

type Sample = ImportDryRunResource['sample'][number];

const firstSamples = 10;
const spreadSamples = 10;
const rowsOfAnError = 10;

/**
 * Keeps an evenly spread sample of a stream of unknown length: when it is full, it drops every
 * other item.
 */
function evenly<T>(most: number) {
  let kept: T[] = [];
  let step = 1;
  let n = 0;
  return {
    add(make: () => T): void {
      if (n % step === 0) kept.push(make());
      n += 1;
      if (kept.length <= 2 * most) return;
      kept = kept.filter((_, i) => i % 2 === 0);
      step *= 2;
    },
    all: (): T[] =>
      kept.length <= most
        ? kept
        : Array.from({ length: most }, (_, i) => kept[Math.floor((i * kept.length) / most)] as T),
  };
}

const shownOf = ({ given, identities }: ImportCandidate): Record<string, unknown> => ({
  ...given,
  ...(identities.length > 0
    ? { identities: identities.map(({ issuer, subject }) => ({ issuer, subject })) }
    : {}),
});

function coveredOf(given: Record<string, unknown>): string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    if (value === null || value === undefined) return [];
    if (name !== 'metadata') return [`/${name}`];
    return Object.keys(value).map((key) => `/metadata/${key}`);
  });
}

/** Collects the findings of a dry run in bounded memory. */
export function dryRunReport() {
  const first: Sample[] = [];
  const spread = evenly<Sample>(spreadSamples);
  const errors = new Map<string, ImportDryRunResource['errors'][number]>();
  const coverage = new Map<string, number>();
  const hashes = new Map<string, number>();
  let rows = 0;

  const addTo = (counts: Map<string, number>, key: string): void =>
    void counts.set(key, (counts.get(key) ?? 0) + 1);

  function sample(make: () => Sample): void {
    rows += 1;
    if (first.length < firstSamples) first.push(make());
    else spread.add(make);
  }

  function count({ row, code, detail }: FailedRow): void {
    const found = errors.get(code) ?? { code, detail, count: 0, rows: [] };
    errors.set(code, found);
    found.count += 1;
    if (found.rows.length < rowsOfAnError) found.rows.push(row);
  }

  return {
    failed(failure: FailedRow): void {
      const { row, sourceId, pointer, code, detail } = failure;
      count(failure);
      sample(() => ({
        row,
        sourceId,
        mapped: {},
        action: 'fail',
        problems: [{ pointer, code, detail }],
      }));
    },
    decided(candidate: ImportCandidate, decision: RowDecision): void {
      const { row, sourceId, given, credential } = candidate;
      for (const name of coveredOf(given)) addTo(coverage, name);
      if (credential)
        addTo(hashes, 'password' in credential ? 'password' : credential.passwordHash.algorithm);
      const problems = decision.action === 'fail' ? [decision.failure] : [];
      problems.forEach(count);
      sample(() => ({
        row,
        sourceId,
        mapped: shownOf(candidate),
        action: decision.action,
        problems: problems.map(({ pointer, code, detail }) => ({ pointer, code, detail })),
      }));
    },
    /** Counts a hash without a user, which belongs to the user of another record. */
    password({ passwordHash }: Pick<SourceRow, 'passwordHash'>): void {
      rows += 1;
      const { algorithm } = (passwordHash ?? {}) as { algorithm?: unknown };
      if (typeof algorithm === 'string') addTo(hashes, algorithm);
    },
    result: () => ({
      rowsRead: rows,
      sample: [...first, ...spread.all()].sort((a, b) => a.row - b.row),
      errors: [...errors.values()].sort((a, b) => b.count - a.count),
      passwordHashes: Object.fromEntries(hashes),
      attributeCoverage: Object.fromEntries(
        [...coverage].map(([name, n]) => [
          name,
          Math.round((1_000 * n) / Math.max(1, rows)) / 1_000,
        ]),
      ),
    }),
  };
}
