import { arrayLiteral } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { objectText } from '../language/tuple-key.ts';
import { tenantOf } from '../store/tenant-uuid.ts';
import { aheadLevelSql, closureSql, levelSql, openingLevelSql, reverseSql } from './level-sql.ts';
import { armOf, numberOf, rowParser } from './sent-rows.ts';
import type { ClosedRow, SentRow, ReadTuple } from './sent-rows.ts';
import { bySubject, classOf, fitsScan, subjectKeyText } from './tuple-reader.ts';
import type {
  Closure,
  ClosureEdges,
  ClosureLimits,
  ClosureRow,
  FormConditions,
  FoundObject,
  LevelReads,
  LevelRows,
  ObjectRelation,
  Opening,
  ReadAhead,
  ReverseLookup,
  Scan,
  SubjectKey,
  TupleReader,
} from './tuple-reader.ts';

/** An object that a level reads: which of its relations, those of which all rows count, the sets that are looked for, rows of a scan. */
interface WantedObject {
  n: number;
  type: string;
  id: string;
  relations: Set<string>;
  kept: Set<string>;
  sets: Set<number>;
  upTo: number;
}

/** The value under two keys, made where there is none. */
function under<V>(
  map: Map<string, Map<string, V>>,
  first: string,
  second: string,
  make: () => V,
): V {
  let inner = map.get(first);
  if (!inner) map.set(first, (inner = new Map()));
  let value = inner.get(second);
  if (value === undefined) inner.set(second, (value = make()));
  return value;
}

/** Reads by object: what is asked of one object is read together. */
function objectsOf({ probes, scans }: Pick<LevelReads, 'probes' | 'scans'>) {
  const byId = new Map<string, Map<string, WantedObject>>();
  const objects: WantedObject[] = [];
  // What is looked for hangs on the type and the relation; most reads bring the list that an earlier one brought.
  const classes = new Map<string, Map<string, Set<readonly string[]>>>();
  const forms = new Map<string, Map<string, Set<Scan['forms']>>>();
  const at = ({ objectType: type, objectId: id, relation }: ObjectRelation): WantedObject => {
    const object = under(byId, type, id, () => {
      const made = {
        n: objects.length + 1,
        type,
        id,
        relations: new Set<string>(),
        kept: new Set<string>(),
        sets: new Set<number>(),
        upTo: 0,
      };
      objects.push(made);
      return made;
    });
    object.relations.add(relation);
    return object;
  };
  for (const probe of probes) {
    const object = at(probe);
    object.sets.add(probe.subjects);
    under(classes, probe.objectType, probe.relation, () => new Set()).add(probe.classes);
  }
  for (const scan of scans) {
    const object = at(scan);
    object.kept.add(scan.relation);
    object.upTo = Math.max(object.upTo, scan.limit);
    under(forms, scan.objectType, scan.relation, () => new Set()).add(scan.forms);
  }
  return {
    objects,
    classes: flat(classes, (list) => [...new Set([...list].flat())]),
    forms: flat(forms, (list) => [
      ...new Map(
        [...list].flat().map((form) => [`${form.type}#${form.relation} ${form.wildcard}`, form]),
      ).values(),
    ]),
  };
}

/** Every item of every type and relation. */
function flat<S, I>(
  map: Map<string, Map<string, S>>,
  itemsOf: (value: S) => I[],
): { type: string; relation: string; item: I }[] {
  const all: { type: string; relation: string; item: I }[] = [];
  for (const [type, inner] of map)
    for (const [relation, value] of inner)
      for (const item of itemsOf(value)) all.push({ type, relation, item });
  return all;
}

// Names hold no white space, so that a list of them is a text.
const joined = (names: Iterable<string | number>): string => [...names].join(' ');
const conditionsText = (conditions: FormConditions): string =>
  joined(conditions.map((name) => name ?? '*'));

function levelArrays(
  { objects, classes, forms }: ReturnType<typeof objectsOf>,
  subjects: LevelReads['subjects'],
) {
  const keys = subjects.flatMap((set, number) => set.map((key) => ({ key, number })));
  return [
    objects.map((o) => o.type),
    objects.map((o) => o.id),
    objects.map((o) => joined(o.relations)),
    objects.map((o) => joined(o.kept)),
    objects.map((o) => joined(o.sets)),
    objects.map((o) => o.upTo),
    classes.map((c) => c.type),
    classes.map((c) => c.relation),
    classes.map((c) => c.item),
    forms.map((f) => f.type),
    forms.map((f) => f.relation),
    forms.map((f) => f.item.type),
    forms.map((f) => f.item.relation),
    forms.map((f) => f.item.wildcard),
    forms.map((f) => conditionsText(f.item.conditions)),
    keys.map((k) => k.number),
    keys.map((k) => classOf(k.key)),
    keys.map((k) => k.key.type),
    keys.map((k) => k.key.id),
    keys.map((k) => k.key.relation),
  ];
}

function closureArrays({ sets, edges, limits }: Opening): { arrays: unknown[]; bound: number } {
  const forms = edges.tuples.map((edge) => {
    const wildcard = edge.subject.endsWith(':*');
    const [type, relation = ''] = (wildcard ? edge.subject.slice(0, -2) : edge.subject).split(
      '#',
    ) as [string, string?];
    return { ...edge, subjectType: type, subjectRelation: relation, wildcard };
  });
  const seeds = sets.flatMap(({ subjects, seeds: own }) =>
    own.map((seed) => ({ ...seed, subjects })),
  );
  const bound = limits.maxRows * sets.length + seeds.length + 1;
  return {
    bound,
    arrays: [
      ...[
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
      ].map(arrayLiteral),
      bound,
      limits.maxDepth,
    ],
  };
}

/** The closure of one set out of its rows; `full` when the search for all of them ended at its bound. */
function closureOf(
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

/** Objects that were read ahead: with their rows of the relations that were kept, and of the others those of these sets, as long as they were then. */
interface HeldObjects {
  of: Map<string, ReadTuple[]>;
  kept: ReadAhead['kept'];
  sets: ReadonlyMap<readonly SubjectKey[], number>;
}

const textOf = ({ objectType, objectId }: ObjectRelation): string =>
  objectText({ type: objectType, id: objectId });

/** The list under a key, made where there is none. */
function listUnder(lists: Map<string, ReadTuple[]>, key: string): ReadTuple[] {
  let list = lists.get(key);
  if (!list) lists.set(key, (list = []));
  return list;
}

/** The relations of each type of which all rows count, now or ahead. */
function keptOf(
  objects: readonly WantedObject[],
  kept: ReadAhead['kept'],
): Map<string, Set<string>> {
  const all = new Map([...kept].map(([type, relations]) => [type, new Set(relations)]));
  for (const object of objects) {
    const ofType = all.get(object.type) ?? new Set();
    all.set(object.type, ofType);
    for (const relation of object.kept) ofType.add(relation);
  }
  return all;
}

/** How much a statement reads that may not be needed. */
export interface ReaderBounds {
  /** Rows up to which reading an object whole costs less than probing it key by key. */
  few: number;
  /** Rows that are read ahead: so many, and so many more for each object that was asked for. */
  ahead: { least: number; each: number };
}
const usualBounds: ReaderBounds = { few: 32, ahead: { least: 200, each: 16 } };

/** Reads the tenant's tuples in the transaction's snapshot, one statement for everything that a level asks and was not read ahead. */
export function postgresReader(
  tx: Tx,
  { few, ahead: aheadRows }: ReaderBounds = usualBounds,
): TupleReader {
  const tenant = tenantOf(tx);
  const parser = rowParser();
  const held: HeldObjects[] = [];
  let aheadIsWorth = true;

  /** Rows that were read ahead of an object, where they are all that is asked. */
  function heldRows(
    at: ObjectRelation,
    covers: (held: HeldObjects) => boolean,
  ): ReadTuple[] | undefined {
    if (held.length === 0) return undefined;
    const object = textOf(at);
    for (const one of held) {
      const rows = one.of.get(object);
      if (rows && covers(one)) return rows;
    }
    return undefined;
  }

  /** What a level reads, and what the next ones may ask for. */
  async function levelAhead(
    objects: readonly WantedObject[],
    values: readonly unknown[],
    { steps, kept }: ReadAhead,
    subjects: LevelReads['subjects'],
  ): Promise<{ rows: SentRow[]; ofObject: Map<string, ReadTuple[]> }> {
    const all = keptOf(objects, kept);
    const bound = objects.length * (few + 1 + aheadRows.each) + aheadRows.least;
    const rows = await tx.prepared<SentRow>('fga level ahead', aheadLevelSql, [
      ...values,
      ...[
        steps.map((s) => s.objectType),
        steps.map((s) => s.relation),
        steps.map((s) => s.subjectType),
        [...all.keys()],
        [...all.values()].map(joined),
      ].map(arrayLiteral),
      bound,
    ]);
    const ofObject = new Map<string, ReadTuple[]>();
    const leads = new Set(steps.map((s) => `${s.objectType} ${s.relation} ${s.subjectType}`));
    const reached: string[] = [];
    for (const row of rows) {
      if (armOf(row) !== 0) continue;
      const tuple = parser.tuple(row);
      const of = row.of as string;
      listUnder(ofObject, of).push(tuple);
      if (
        tuple.relation === '' &&
        leads.has(`${of.slice(0, of.indexOf(':'))} ${tuple.held} ${tuple.type}`)
      )
        reached.push(tuple.key);
    }
    // Where so much lies ahead that not all of it was read, it is read when it is asked for.
    aheadIsWorth = !rows.some((row) => armOf(row) === 5);
    if (aheadIsWorth) {
      const of = new Map(ofObject);
      for (const object of reached) listUnder(of, object);
      for (const row of rows) if (armOf(row) === 4) of.delete(row.of as string);
      held.push({ of, kept, sets: new Map(subjects.map((keys) => [keys, keys.length])) });
    }
    return { rows, ofObject };
  }

  return {
    async closure(seeds: readonly ClosureRow[], edges: ClosureEdges, limits: ClosureLimits) {
      const { arrays, bound } = closureArrays({ sets: [{ subjects: 0, seeds }], edges, limits });
      const rows = await tx.prepared<SentRow>('fga closure', closureSql, [tenant, ...arrays]);
      return closureOf(seeds, rows.map(parser.closed), limits, rows.length >= bound);
    },
    async level(reads): Promise<LevelRows> {
      const { opening } = reads;
      const probed = reads.probes.map((probe) => {
        const keys = reads.subjects[probe.subjects] as readonly SubjectKey[];
        return heldRows(probe, ({ sets }) => sets.get(keys) === keys.length);
      });
      const scanned = reads.scans.map((scan) =>
        heldRows(scan, ({ kept }) => kept.get(scan.objectType)?.has(scan.relation) === true),
      );
      const asked = objectsOf({
        probes: reads.probes.filter((_, i) => !probed[i]),
        scans: reads.scans.filter((_, i) => !scanned[i]),
      });
      const wasAhead = asked.objects.length === 0 && !opening;
      const opened = opening && closureArrays(opening);
      const ahead = aheadIsWorth && !opening ? reads.ahead : undefined;
      const values = [tenant, ...levelArrays(asked, reads.subjects).map(arrayLiteral), few];
      let rows: SentRow[] = [];
      let ofObject = new Map<string, ReadTuple[]>();
      if (opened)
        rows = await tx.prepared<SentRow>('fga opening level', openingLevelSql, [
          ...values,
          ...opened.arrays,
        ]);
      else if (ahead && !wasAhead)
        ({ rows, ofObject } = await levelAhead(asked.objects, values, ahead, reads.subjects));
      else if (!wasAhead) rows = await tx.prepared<SentRow>('fga level', levelSql, values);
      const closed: ClosedRow[] = [];
      for (const row of rows) {
        if (armOf(row) === 3) closed.push(parser.closed(row));
        else if (numberOf(row) > 0) {
          const { type, id } = asked.objects[numberOf(row) - 1] as WantedObject;
          listUnder(ofObject, objectText({ type, id })).push(parser.tuple(row));
        }
      }
      const closures = (opening?.sets ?? []).map(({ subjects, seeds }) =>
        closureOf(
          seeds,
          closed.filter((row) => row.subjects === subjects),
          (opening as Opening).limits,
          closed.length >= (opened?.bound ?? Infinity),
        ),
      );
      const sets = reads.subjects.map((keys) => new Set(keys.map(subjectKeyText)));
      opening?.sets.forEach(({ subjects }, i) => {
        for (const row of closures[i]?.rows ?? []) sets[subjects]?.add(subjectKeyText(row.key));
      });
      const none: ReadTuple[] = [];
      const read = (at: ObjectRelation): ReadTuple[] => ofObject.get(textOf(at)) ?? none;
      return {
        closures,
        wasAhead,
        probes: reads.probes.map((probe, i) =>
          (probed[i] ?? read(probe)).filter(
            (row) =>
              row.arm !== 2 &&
              row.held === probe.relation &&
              probe.classes.includes(row.class) &&
              sets[probe.subjects]?.has(row.key),
          ),
        ),
        scans: reads.scans.map((scan, i) =>
          (scanned[i] ?? read(scan))
            .filter(
              (row) => row.arm !== 1 && row.held === scan.relation && fitsScan(scan.forms, row),
            )
            .sort(bySubject)
            .slice(0, scan.limit),
        ),
      };
    },
    async reverse(lookups: readonly ReverseLookup[]) {
      const rows = await tx.prepared<FoundObject & { n: number }>('fga reverse', reverseSql, [
        tenant,
        lookups.map((_, n) => n),
        lookups.map((l) => l.subject.type),
        lookups.map((l) => l.subject.id),
        lookups.map((l) => l.subject.relation),
        lookups.map((l) => l.relation),
        lookups.map((l) => l.objectType),
        lookups.map((l) => conditionsText(l.conditions)),
        lookups.map((l) => l.limit),
      ]);
      const found: FoundObject[][] = lookups.map(() => []);
      for (const { n, id, condition, expires } of rows)
        found[n]?.push({ id, condition: condition ?? undefined, expires });
      return found;
    },
  };
}
