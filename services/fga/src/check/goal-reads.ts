import type { MemoryTuple } from './memory-reader.ts';
import { foundTuple, subjectKey } from './memory-reader.ts';
import type { RelationPlan } from './model-plan.ts';
import { openSet } from './subject-closure.ts';
import type { SubjectSet } from './subject-closure.ts';
import { bySubject, classOf, fitsScan, subjectKeyText } from './tuple-reader.ts';
import type { Closure, ClosureEdges, ClosureLimits, FoundTuple, ObjectRelation, Probe, Scan, SubjectKey, TupleReader } from './tuple-reader.ts';

/** What one goal reads: its direct rows, and the rows that are followed. */
export interface GoalReads { probe: Omit<Probe, 'subjects'> | undefined; followed: Scan | undefined; tuplesets: Map<string, Scan> }

const holderText = ({ objectType, objectId, relation }: ObjectRelation): string => `${objectType}:${objectId}#${relation}`;
const scanText = (scan: Scan): string => `${holderText(scan)} ${scan.limit} ${scan.forms.map((f) => `${f.type}#${f.relation}`).join()}`;

/** The reads of a goal. When the closure was cut, closable usersets are followed like the others. */
export function readsOf(plan: RelationPlan, object: { type: string; id: string }, tuplesetTypes: (tupleset: string, computed: string) => string[], { limit, closureCut }: { limit: number; closureCut: boolean }): GoalReads {
  const at = { objectType: object.type, objectId: object.id };
  const forms = closureCut ? [...plan.followed, ...plan.closable] : plan.followed;
  const holder = { ...at, relation: plan.relation.name };
  const tuplesets = plan.tuplesets.map(({ tupleset, computed }): [string, Scan] =>
    [`${tupleset} ${computed}`, { ...at, relation: tupleset, limit, forms: tuplesetTypes(tupleset, computed).map((type) => ({ type, relation: '' })) }]);
  return {
    probe: plan.classes.length > 0 ? { ...holder, classes: plan.classes } : undefined,
    followed: forms.length > 0 ? { ...holder, forms, limit } : undefined,
    tuplesets: new Map(tuplesets.filter(([, scan]) => scan.forms.length > 0)),
  };
}

/** Remembers what a request has read, for all its checks, and reads what is missing in one go. */
export function readMemo(reader: TupleReader, { edges, limits }: { edges: ClosureEdges; limits: ClosureLimits }) {
  const found = new Map<string, FoundTuple[]>();
  const numbers = new Map<SubjectSet, number>();
  let wantedProbes = new Map<string, { probe: Omit<Probe, 'subjects'>; set: SubjectSet }>();
  let wantedScans = new Map<string, Scan>();
  const numberOf = (set: SubjectSet): number => {
    let number = numbers.get(set);
    if (number === undefined) numbers.set(set, (number = numbers.size));
    return number;
  };
  const probeText = (probe: Omit<Probe, 'subjects'>, set: SubjectSet): string => `${numberOf(set)} ${holderText(probe)}`;
  const wantScan = (scan: Scan): void => {
    const text = scanText(scan);
    if (!found.has(text)) wantedScans.set(text, scan);
  };
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
    probed: (probe: Omit<Probe, 'subjects'>, set: SubjectSet): readonly FoundTuple[] => found.get(probeText(probe, set)) ?? [],
    scanned: (scan: Scan): readonly FoundTuple[] => found.get(scanText(scan)) ?? [],
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
  const over = (stored: readonly FoundTuple[], at: ObjectRelation, fits: (tuple: FoundTuple) => boolean): readonly FoundTuple[] => {
    const added = byHolder.get(holderText(at));
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
