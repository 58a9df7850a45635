import { foundTuple, subjectKey } from '../reading/memory-reader.ts';
import type { MemoryTuple } from '../reading/memory-reader.ts';
import {
  bySubject,
  classOf,
  fitsScan,
  objectRelationText,
  subjectKeyText,
} from '../reading/tuple-reader.ts';
import type {
  FoundTuple,
  ObjectRelation,
  Probe,
  Scan,
  SubjectKey,
} from '../reading/tuple-reader.ts';
import type { SubjectSet } from './subject-set.ts';

/** Contextual tuples, which replace stored ones with the same key. */
export function contextualTuples(tuples: readonly MemoryTuple[]) {
  const byObjectRelation = new Map<string, FoundTuple[]>();
  for (const tuple of tuples) {
    const key = objectRelationText({
      objectType: tuple.object.type,
      objectId: tuple.object.id,
      relation: tuple.relation,
    });
    byObjectRelation.set(key, [...(byObjectRelation.get(key) ?? []), foundTuple(tuple)]);
  }
  const isEmpty = tuples.length === 0;
  const over = (
    stored: readonly FoundTuple[],
    at: ObjectRelation,
    fits: (tuple: FoundTuple) => boolean,
  ): readonly FoundTuple[] => {
    const added = isEmpty ? undefined : byObjectRelation.get(objectRelationText(at));
    if (!added) return stored;
    const hidden = new Set(added.map(subjectKeyText));
    return [...stored.filter((t) => !hidden.has(subjectKeyText(t))), ...added.filter(fits)].sort(
      bySubject,
    );
  };
  return {
    tuples,
    /** Rows that a scan has to read more, since some may be hidden. */
    extra: tuples.length,
    overProbe: (stored: readonly FoundTuple[], probe: Omit<Probe, 'subjects'>, set: SubjectSet) =>
      over(
        stored,
        probe,
        (t) => probe.classes.includes(classOf(t)) && set.distances.has(subjectKeyText(t)),
      ),
    overScan: (stored: readonly FoundTuple[], scan: Scan) =>
      over(stored, scan, (t) => fitsScan(scan.forms, t)),
    /** Tuples that name this subject. */
    containing: (key: SubjectKey): readonly MemoryTuple[] =>
      tuples.filter((t) => subjectKeyText(subjectKey(t.subject)) === subjectKeyText(key)),
  };
}
export type ContextualTuples = ReturnType<typeof contextualTuples>;
