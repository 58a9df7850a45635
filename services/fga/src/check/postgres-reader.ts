import { arrayLiteral } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { closureSql, levelSql, openingLevelSql, reverseSql } from './level-sql.ts';
import { bySubject, classOf, fitsScan, subjectKeyText } from './tuple-reader.ts';
import type { Closure, ClosureEdges, ClosureLimits, ClosureRow, FormConditions, FoundObject, FoundTuple, LevelReads, LevelRows, ObjectRelation, Opening, ReverseLookup, Scan, SubjectKey, TupleReader } from './tuple-reader.ts';

interface TupleRow {
  arm: number; n: number; held: string; type: string; id: string; relation: string;
  condition: string | null; context: Record<string, unknown> | null; expires_ms: number | null; distance: number;
}
type ClosedRow = SubjectKey & { subjects: number; distance: number; expires_ms: number | null };

const foundOf = (row: TupleRow): FoundTuple => ({
  type: row.type, id: row.id, relation: row.relation, condition: row.condition ?? undefined, context: row.context ?? undefined, expiresAt: row.expires_ms ?? undefined,
});

/** An object that a level reads: which of its relations, those of which all rows count, the sets that are looked for, rows of a scan. */
interface WantedObject { n: number; type: string; id: string; relations: Set<string>; kept: Set<string>; sets: Set<number>; upTo: number }

/** The value under two keys, made where there is none. */
function under<V>(map: Map<string, Map<string, V>>, first: string, second: string, make: () => V): V {
  let inner = map.get(first);
  if (!inner) map.set(first, (inner = new Map()));
  let value = inner.get(second);
  if (value === undefined) inner.set(second, (value = make()));
  return value;
}

/** Reads by object: what is asked of one object is read together. */
function objectsOf({ probes, scans }: LevelReads) {
  const byId = new Map<string, Map<string, WantedObject>>();
  const objects: WantedObject[] = [];
  // What is looked for hangs on the type and the relation; most reads bring the list that an earlier one brought.
  const classes = new Map<string, Map<string, Set<readonly string[]>>>();
  const forms = new Map<string, Map<string, Set<Scan['forms']>>>();
  const at = ({ objectType: type, objectId: id, relation }: ObjectRelation): WantedObject => {
    const object = under(byId, type, id, () => {
      const made = { n: objects.length + 1, type, id, relations: new Set<string>(), kept: new Set<string>(), sets: new Set<number>(), upTo: 0 };
      objects.push(made);
      return made;
    });
    object.relations.add(relation);
    return object;
  };
  const ofProbe = probes.map((probe) => {
    const object = at(probe);
    object.sets.add(probe.subjects);
    under(classes, probe.objectType, probe.relation, () => new Set()).add(probe.classes);
    return object.n;
  });
  const ofScan = scans.map((scan) => {
    const object = at(scan);
    object.kept.add(scan.relation);
    object.upTo = Math.max(object.upTo, scan.limit);
    under(forms, scan.objectType, scan.relation, () => new Set()).add(scan.forms);
    return object.n;
  });
  return {
    objects, ofProbe, ofScan,
    classes: flat(classes, (list) => [...new Set([...list].flat())]),
    forms: flat(forms, (list) => [...new Map([...list].flat().map((form) => [`${form.type}#${form.relation} ${form.wildcard}`, form])).values()]),
  };
}

/** Every item of every type and relation. */
function flat<S, I>(map: Map<string, Map<string, S>>, itemsOf: (value: S) => I[]): { type: string; relation: string; item: I }[] {
  const all: { type: string; relation: string; item: I }[] = [];
  for (const [type, inner] of map) for (const [relation, value] of inner) for (const item of itemsOf(value)) all.push({ type, relation, item });
  return all;
}

// Names hold no white space, so that a list of them is a text.
const joined = (names: Iterable<string | number>): string => [...names].join(' ');
const conditionsText = (conditions: FormConditions): string => joined(conditions.map((name) => name ?? '*'));

function levelArrays({ objects, classes, forms }: ReturnType<typeof objectsOf>, subjects: LevelReads['subjects']) {
  const keys = subjects.flatMap((set, number) => set.map((key) => ({ key, number })));
  return [
    objects.map((o) => o.type), objects.map((o) => o.id), objects.map((o) => joined(o.relations)), objects.map((o) => joined(o.kept)), objects.map((o) => joined(o.sets)), objects.map((o) => o.upTo),
    classes.map((c) => c.type), classes.map((c) => c.relation), classes.map((c) => c.item),
    forms.map((f) => f.type), forms.map((f) => f.relation), forms.map((f) => f.item.type), forms.map((f) => f.item.relation), forms.map((f) => f.item.wildcard),
    forms.map((f) => conditionsText(f.item.conditions)),
    keys.map((k) => k.number), keys.map((k) => classOf(k.key)), keys.map((k) => k.key.type), keys.map((k) => k.key.id), keys.map((k) => k.key.relation),
  ];
}

function closureArrays({ sets, edges, limits }: Opening): { arrays: unknown[]; bound: number } {
  const forms = edges.tuples.map((edge) => {
    const wildcard = edge.subject.endsWith(':*');
    const [type, relation = ''] = (wildcard ? edge.subject.slice(0, -2) : edge.subject).split('#') as [string, string?];
    return { ...edge, subjectType: type, subjectRelation: relation, wildcard };
  });
  const seeds = sets.flatMap(({ subjects, seeds: own }) => own.map((seed) => ({ ...seed, subjects })));
  const bound = limits.maxRows * sets.length + seeds.length + 1;
  return {
    bound,
    arrays: [
      forms.map((f) => f.type), forms.map((f) => f.relation), forms.map((f) => f.subjectType), forms.map((f) => f.subjectRelation), forms.map((f) => f.wildcard),
      edges.computed.map((c) => c.type), edges.computed.map((c) => c.relation), edges.computed.map((c) => c.into), edges.computed.map((c) => c.hops),
      seeds.map((s) => s.subjects), seeds.map((s) => s.key.type), seeds.map((s) => s.key.id), seeds.map((s) => s.key.relation), seeds.map((s) => s.distance),
      bound, limits.maxDepth,
    ],
  };
}

/** The closure of one set out of its rows; `full` when the search for all of them ended at its bound. */
function closureOf(seeds: readonly ClosureRow[], rows: readonly ClosedRow[], { maxDepth, maxRows }: ClosureLimits, full: boolean): Closure {
  const known = new Map(seeds.map((seed) => [subjectKeyText(seed.key), seed.distance]));
  const nearest = new Map<string, ClosureRow>();
  let expiresAt: number | undefined;
  for (const { distance, expires_ms: expires, type, id, relation } of rows) {
    if (expires !== null && (expiresAt === undefined || expires < expiresAt)) expiresAt = expires;
    const key = { type, id, relation };
    const text = subjectKeyText(key);
    if (distance < Math.min(known.get(text) ?? Infinity, nearest.get(text)?.distance ?? Infinity)) nearest.set(text, { key, distance });
  }
  const within = [...nearest.values()].filter((row) => row.distance <= maxDepth);
  const beyond = within.length < nearest.size && [...nearest].some(([text, row]) => row.distance > maxDepth && !known.has(text));
  return { rows: within, cut: full || rows.length >= maxRows + seeds.length + 1 || beyond, expiresAt };
}

/** Rows up to which reading an object whole costs less than probing it key by key. */
const defaultFewRows = 32;

/** Reads the tenant's tuples in the transaction's snapshot, one statement for everything that a level asks. */
export function postgresReader(tx: Tx, fewRows = defaultFewRows): TupleReader {
  const tenantId = tx.context.tenantId;
  return {
    async closure(seeds: readonly ClosureRow[], edges: ClosureEdges, limits: ClosureLimits) {
      const { arrays, bound } = closureArrays({ sets: [{ subjects: 0, seeds }], edges, limits });
      const rows = await tx.prepared<ClosedRow>('fga closure', closureSql, [tenantId, ...arrays]);
      return closureOf(seeds, rows, limits, rows.length >= bound);
    },
    async level(reads): Promise<LevelRows> {
      const { opening } = reads;
      const asked = objectsOf(reads);
      const arrays = [tenantId, ...levelArrays(asked, reads.subjects).map(arrayLiteral), fewRows];
      const opened = opening && closureArrays(opening);
      const rows = opened ? await tx.prepared<TupleRow>('fga opening level', openingLevelSql, [...arrays, ...opened.arrays]) : await tx.prepared<TupleRow>('fga level', levelSql, arrays);
      const closed = rows.filter((row) => row.arm === 3).map((row): ClosedRow => ({ ...row, subjects: row.n }));
      const closures = (opening?.sets ?? []).map(({ subjects, seeds }) =>
        closureOf(seeds, closed.filter((row) => row.subjects === subjects), (opening as Opening).limits, closed.length >= (opened?.bound ?? Infinity)));
      const sets = reads.subjects.map((keys) => new Set(keys.map(subjectKeyText)));
      opening?.sets.forEach(({ subjects }, i) => { for (const row of closures[i]?.rows ?? []) sets[subjects]?.add(subjectKeyText(row.key)); });
      const ofObject: (TupleRow[] | undefined)[] = [];
      for (const row of rows) {
        if (row.arm === 3) continue;
        const list = ofObject[row.n];
        if (list) list.push(row);
        else ofObject[row.n] = [row];
      }
      const none: TupleRow[] = [];
      return {
        closures,
        probes: reads.probes.map((probe, i) => (ofObject[asked.ofProbe[i] as number] ?? none)
          .filter((row) => row.arm !== 2 && row.held === probe.relation && probe.classes.includes(classOf(row)) && sets[probe.subjects]?.has(subjectKeyText(row))).map(foundOf)),
        scans: reads.scans.map((scan, i) => (ofObject[asked.ofScan[i] as number] ?? none)
          .filter((row) => row.arm !== 1 && row.held === scan.relation && fitsScan(scan.forms, row)).map(foundOf).sort(bySubject).slice(0, scan.limit)),
      };
    },
    async reverse(lookups: readonly ReverseLookup[]) {
      const rows = await tx.prepared<FoundObject & { n: number }>('fga reverse', reverseSql, [
        tenantId, lookups.map((_, n) => n), lookups.map((l) => l.subject.type), lookups.map((l) => l.subject.id), lookups.map((l) => l.subject.relation),
        lookups.map((l) => l.relation), lookups.map((l) => l.objectType), lookups.map((l) => conditionsText(l.conditions)), lookups.map((l) => l.limit),
      ]);
      const found: FoundObject[][] = lookups.map(() => []);
      for (const { n, id, condition, expires } of rows) found[n]?.push({ id, condition: condition ?? undefined, expires });
      return found;
    },
  };
}
