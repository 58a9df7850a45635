import type { TupleKey } from '../keys/tuple-key.ts';
import { byBytes } from '../keys/byte-order.ts';
import {
  bySubject,
  classOf,
  fitsScan,
  objectRelationText,
  subjectKeyText,
} from './tuple-reader.ts';
import type {
  Closure,
  ClosureEdges,
  ClosureLimits,
  ClosureRow,
  FoundTuple,
  Opening,
  SubjectKey,
  TupleReader,
} from './tuple-reader.ts';

/** A tuple in memory: a contextual tuple, or one of a model's tests. */
export interface MemoryTuple extends TupleKey {
  condition?: { name: string; context?: Record<string, unknown> | undefined } | undefined;
  expiresAt?: number | undefined;
}

/** The subject of a tuple as rows store it. */
export const subjectKey = ({
  type,
  id,
  relation,
}: {
  type: string;
  id: string;
  relation?: string | undefined;
}): SubjectKey => ({ type, id, relation: relation ?? '' });

export const foundTuple = ({ subject, condition, expiresAt }: MemoryTuple): FoundTuple => ({
  ...subjectKey(subject),
  condition: condition?.name,
  context: condition?.context,
  expiresAt,
});

/** Follows edges from the seeds, nearest first. `tuplesOf` gives the tuples that name a subject. */
export async function closureOver(
  seeds: readonly ClosureRow[],
  edges: ClosureEdges,
  limits: ClosureLimits,
  tuplesOf: (subject: SubjectKey) => readonly {
    object: { type: string; id: string };
    relation: string;
    condition?: unknown;
    expiresAt?: number | undefined;
  }[],
): Promise<Closure> {
  const distances = new Map<string, ClosureRow>();
  let layer: ClosureRow[] = [...seeds];
  let cut = false;
  let expiresAt: number | undefined;
  const seedKeys = new Map(seeds.map((seed) => [subjectKeyText(seed.key), seed.distance]));
  while (layer.length > 0) {
    const next: ClosureRow[] = [];
    for (const { key, distance } of layer) {
      for (const tuple of tuplesOf(key)) {
        // Closable relations take no conditions; such a tuple is of an earlier model.
        if (tuple.condition !== undefined) continue;
        if (
          !edges.tuples.some(
            (e) =>
              e.type === tuple.object.type &&
              e.relation === tuple.relation &&
              e.subject === classOf(key),
          )
        )
          continue;
        if (
          tuple.expiresAt !== undefined &&
          (expiresAt === undefined || tuple.expiresAt < expiresAt)
        )
          expiresAt = tuple.expiresAt;
        for (const { into, hops } of edges.computed.filter(
          (c) => c.type === tuple.object.type && c.relation === tuple.relation,
        )) {
          const row = { key: { ...tuple.object, relation: into }, distance: distance + 1 + hops };
          const text = subjectKeyText(row.key);
          if (row.distance > limits.maxDepth) {
            cut ||= !distances.has(text) && !seedKeys.has(text);
            continue;
          }
          if (
            (seedKeys.get(text) ?? Infinity) <= row.distance ||
            (distances.get(text)?.distance ?? Infinity) <= row.distance
          )
            continue;
          if (!distances.has(text) && distances.size >= limits.maxRows) {
            cut = true;
            continue;
          }
          distances.set(text, row);
          next.push(row);
        }
      }
    }
    layer = next;
  }
  return { rows: [...distances.values()], cut, expiresAt };
}

/** Reads from a list of tuples. */
export function memoryReader(tuples: readonly MemoryTuple[]): TupleReader {
  const byObjectRelation = new Map<string, FoundTuple[]>();
  const byMember = new Map<string, MemoryTuple[]>();
  for (const tuple of tuples) {
    const key = objectRelationText({
      objectType: tuple.object.type,
      objectId: tuple.object.id,
      relation: tuple.relation,
    });
    byObjectRelation.set(key, [...(byObjectRelation.get(key) ?? []), foundTuple(tuple)]);
    const member = subjectKeyText(subjectKey(tuple.subject));
    byMember.set(member, [...(byMember.get(member) ?? []), tuple]);
  }
  for (const rows of byObjectRelation.values()) rows.sort(bySubject);
  const closure: TupleReader['closure'] = (seeds, edges, limits) =>
    closureOver(seeds, edges, limits, (subject) => byMember.get(subjectKeyText(subject)) ?? []);
  return {
    closure,
    async level({ probes, scans, subjects, opening }) {
      const sets = subjects.map((set) => new Set(set.map(subjectKeyText)));
      const closures: Closure[] = [];
      for (const { subjects: number, seeds } of opening?.sets ?? []) {
        const found = await closure(seeds, (opening as Opening).edges, (opening as Opening).limits);
        closures.push(found);
        for (const { key } of found.rows) sets[number]?.add(subjectKeyText(key));
      }
      return {
        closures,
        probes: probes.map((probe) =>
          (byObjectRelation.get(objectRelationText(probe)) ?? []).filter(
            (t) =>
              probe.classes.includes(classOf(t)) && sets[probe.subjects]?.has(subjectKeyText(t)),
          ),
        ),
        scans: scans.map((scan) =>
          (byObjectRelation.get(objectRelationText(scan)) ?? [])
            .filter((t) => fitsScan(scan.forms, t))
            .slice(0, scan.limit),
        ),
      };
    },
    reverse: async (lookups) =>
      lookups.map(({ subject, relation, objectType, conditions, limit }) =>
        (byMember.get(subjectKeyText(subject)) ?? [])
          .filter(
            (t) =>
              t.relation === relation &&
              t.object.type === objectType &&
              conditions.includes(t.condition?.name),
          )
          .sort((a, b) => byBytes(a.object.id, b.object.id))
          .slice(0, limit)
          .map((t) => ({
            id: t.object.id,
            condition: t.condition?.name,
            expires: t.expiresAt !== undefined,
          })),
      ),
  };
}
