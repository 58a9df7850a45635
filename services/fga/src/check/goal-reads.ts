import type { MemoryTuple } from './memory-reader.ts';
import { foundTuple, subjectKey } from './memory-reader.ts';
import { openSet } from './subject-closure.ts';
import type { SubjectSet } from './subject-closure.ts';
import type { SubjectRelationPlan } from './subject-plan.ts';
import { bySubject, classOf, fitsScan, subjectKeyText } from './tuple-reader.ts';
import type { Closure, ClosureEdges, ClosureLimits, FoundTuple, ObjectRelation, Probe, Scan, SubjectKey, TupleReader } from './tuple-reader.ts';

/** A read with the text that tells it from others. */
type Keyed<T> = T & { text: string };

/** What one goal reads: its direct rows, and the rows that are followed. */
export interface GoalReads { probe: Keyed<Omit<Probe, 'subjects'>> | undefined; followed: Keyed<Scan> | undefined; tuplesets: ReadonlyMap<string, Keyed<Scan>> }

const holderText = ({ objectType, objectId, relation }: ObjectRelation): string => `${objectType}:${objectId}#${relation}`;

/** The reads of a goal. When the closure was cut, closable usersets are followed like the others. */
export function readsOf(plan: SubjectRelationPlan, object: { type: string; id: string }, { limit, closureCut }: { limit: number; closureCut: boolean }): GoalReads {
  const [objectType, objectId] = [object.type, object.id];
  const forms = closureCut ? plan.followedWhenCut : plan.followed;
  const { name: relation } = plan.of.relation;
  const text = holderText({ objectType, objectId, relation });
  const tuplesets = new Map<string, Keyed<Scan>>();
  for (const { name, tupleset, forms: types } of plan.tuplesets) tuplesets.set(name, { objectType, objectId, relation: tupleset, limit, forms: types, text: `${objectType}:${objectId}#${name} ${limit}` });
  return {
    probe: plan.classes.length > 0 ? { objectType, objectId, relation, classes: plan.classes, text } : undefined,
    followed: forms.length > 0 ? { objectType, objectId, relation, forms, limit, text: `${text} ${limit} ${closureCut}` } : undefined,
    tuplesets,
  };
}

/** Remembers what a request has read, for all its checks, and reads what is missing in one go. */
export function readMemo(reader: TupleReader, { edges, limits }: { edges: ClosureEdges; limits: ClosureLimits }) {
  const found = new Map<string, FoundTuple[]>();
  const numbers = new Map<SubjectSet, number>();
  let wantedProbes = new Map<string, { probe: Keyed<Omit<Probe, 'subjects'>>; set: SubjectSet }>();
  let wantedScans = new Map<string, Keyed<Scan>>();
  const numberOf = (set: SubjectSet): number => {
    let number = numbers.get(set);
    if (number === undefined) numbers.set(set, (number = numbers.size));
    return number;
  };
  const probeText = (probe: Keyed<Omit<Probe, 'subjects'>>, set: SubjectSet): string => `${numberOf(set)} ${probe.text}`;
  const wantScan = (scan: Keyed<Scan>): void => void (found.has(scan.text) || wantedScans.set(scan.text, scan));
  return {
    rounds: 0,
    want({ probe, followed, tuplesets }: GoalReads, set: SubjectSet): void {
      if (probe) {
        const text = probeText(probe, set);
        if (!found.has(text)) wantedProbes.set(text, { probe, set });
      }
      if (followed) wantScan(followed);
      for (const scan of tuplesets.values()) wantScan(scan);
    },
    /** Answers whether usersets were left out that this read was the first to look for. */
    async read(): Promise<boolean> {
      if (wantedProbes.size + wantedScans.size === 0) return false;
      const [probes, scans] = [wantedProbes, wantedScans];
      wantedProbes = new Map();
      wantedScans = new Map();
      const sets = [...new Set([...probes.values()].map(({ set }) => set))];
      const places = new Map(sets.map((set, i) => [set, i]));
      const unopened = sets.filter((set) => set.opening !== undefined);
      const rows = await reader.level({
        probes: [...probes.values()].map(({ probe, set }) => ({ ...probe, subjects: places.get(set) as number })),
        scans: [...scans.values()], subjects: sets.map((set) => set.keys),
        opening: unopened.length === 0 ? undefined : { sets: unopened.map((set) => ({ subjects: places.get(set) as number, seeds: set.opening ?? [] })), edges, limits },
      });
      this.rounds += 1;
      [...probes.keys()].forEach((key, i) => found.set(key, rows.probes[i] ?? []));
      [...scans.keys()].forEach((key, i) => found.set(key, rows.scans[i] ?? []));
      unopened.forEach((set, i) => openSet(set, rows.closures[i] as Closure, limits));
      return unopened.some((set) => set.cut);
    },
    probed: (probe: Keyed<Omit<Probe, 'subjects'>>, set: SubjectSet): readonly FoundTuple[] => found.get(probeText(probe, set)) ?? [],
    scanned: (scan: Keyed<Scan>): readonly FoundTuple[] => found.get(scan.text) ?? [],
  };
}
export type ReadMemo = ReturnType<typeof readMemo>;

/** Tuples of one request, laid over what is stored. */
export function contextualTuples(tuples: readonly MemoryTuple[]) {
  const byHolder = new Map<string, FoundTuple[]>();
  for (const tuple of tuples) {
    const key = holderText({ objectType: tuple.object.type, objectId: tuple.object.id, relation: tuple.relation });
    byHolder.set(key, [...(byHolder.get(key) ?? []), foundTuple(tuple)]);
  }
  const isEmpty = tuples.length === 0;
  const over = (stored: readonly FoundTuple[], at: ObjectRelation, fits: (tuple: FoundTuple) => boolean): readonly FoundTuple[] => {
    const added = isEmpty ? undefined : byHolder.get(holderText(at));
    if (!added) return stored;
    const hidden = new Set(added.map(subjectKeyText));
    return [...stored.filter((t) => !hidden.has(subjectKeyText(t))), ...added.filter(fits)].sort(bySubject);
  };
  return {
    tuples,
    /** Rows that a scan has to read more, since some may be hidden. */
    extra: tuples.length,
    overProbe: (stored: readonly FoundTuple[], probe: Omit<Probe, 'subjects'>, set: SubjectSet) =>
      over(stored, probe, (t) => probe.classes.includes(classOf(t)) && set.distances.has(subjectKeyText(t))),
    overScan: (stored: readonly FoundTuple[], scan: Scan) => over(stored, scan, (t) => fitsScan(scan.forms, t)),
    /** Tuples that put this subject somewhere. */
    holding: (key: SubjectKey): readonly MemoryTuple[] => tuples.filter((t) => subjectKeyText(subjectKey(t.subject)) === subjectKeyText(key)),
  };
}
export type ContextualTuples = ReturnType<typeof contextualTuples>;
