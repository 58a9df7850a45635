import { arrayLiteral } from '@platform/kit/database';
import type { ClosedRow } from './sent-rows.ts';
import { subjectKeyText } from './tuple-reader.ts';
import type { Closure, ClosureEdges, ClosureLimits, ClosureRow, Opening } from './tuple-reader.ts';

/** The parameters of a search for the usersets of sets of subjects, and the rows at which it ends. */
export interface ClosureParameters {
  values: unknown[];
  bound: number;
}

export function closureParameters({ sets, edges, limits }: Opening): ClosureParameters {
  const forms = edges.tuples.map(formOf);
  const seeds = sets.flatMap(({ subjects, seeds: own }) =>
    own.map((seed) => ({ ...seed, subjects })),
  );
  const bound = limits.maxRows * sets.length + seeds.length + 1;
  const columns = [
    forms.map((f) => f.type),
    forms.map((f) => f.relation),
    forms.map((f) => f.subjectType),
    forms.map((f) => f.subjectRelation),
    forms.map((f) => f.wildcard),
    edges.computed.map((c) => c.type),
    edges.computed.map((c) => c.relation),
    edges.computed.map((c) => c.into),
    edges.computed.map((c) => c.hops),
    seeds.map((s) => s.subjects),
    seeds.map((s) => s.key.type),
    seeds.map((s) => s.key.id),
    seeds.map((s) => s.key.relation),
    seeds.map((s) => s.distance),
  ];
  return { bound, values: [...columns.map(arrayLiteral), bound, limits.maxDepth] };
}

/** An edge with the form of its subject taken apart. */
function formOf(edge: ClosureEdges['tuples'][number]) {
  const wildcard = edge.subject.endsWith(':*');
  const [subjectType, subjectRelation = ''] = (
    wildcard ? edge.subject.slice(0, -2) : edge.subject
  ).split('#') as [string, string?];
  return { ...edge, subjectType, subjectRelation, wildcard };
}

/** The closure of one set out of its rows; `full` when the search for all of them ended at its bound. */
export function closureOf(
  seeds: readonly ClosureRow[],
  rows: readonly ClosedRow[],
  { maxDepth, maxRows }: ClosureLimits,
  full: boolean,
): Closure {
  const known = new Map(seeds.map((seed) => [subjectKeyText(seed.key), seed.distance]));
  const nearest = new Map<string, ClosureRow>();
  let expiresAt: number | undefined;
  for (const { key, distance, expiresAt: expires } of rows) {
    if (expires !== undefined && (expiresAt === undefined || expires < expiresAt))
      expiresAt = expires;
    const text = subjectKeyText(key);
    if (distance < Math.min(known.get(text) ?? Infinity, nearest.get(text)?.distance ?? Infinity))
      nearest.set(text, { key, distance });
  }
  const within = [...nearest.values()].filter((row) => row.distance <= maxDepth);
  const beyond =
    within.length < nearest.size &&
    [...nearest].some(([text, row]) => row.distance > maxDepth && !known.has(text));
  return {
    rows: within,
    cut: full || rows.length >= maxRows + seeds.length + 1 || beyond,
    expiresAt,
  };
}
