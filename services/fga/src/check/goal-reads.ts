import type { MemoryTuple } from './memory-reader.ts';
import { foundTuple, subjectKey } from './memory-reader.ts';
import type { RelationPlan } from './model-plan.ts';
import { bySubject, classOf, fitsScan, subjectKeyText } from './tuple-reader.ts';
import type { FoundTuple, ObjectRelation, Probe, Scan, SubjectKey, TupleReader } from './tuple-reader.ts';

/** Subjects that are looked for together, with their distances from the subject of the check. */
export interface SubjectSet { keys: readonly SubjectKey[]; distances: ReadonlyMap<string, number>; cut: boolean }

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
export function readMemo(reader: TupleReader) {
  const found = new Map<string, FoundTuple[]>();
  const sets = new Map<SubjectSet, number>();
  let wantedProbes = new Map<string, Probe>();
  let wantedScans = new Map<string, Scan>();
  const numberOf = (set: SubjectSet): number => {
    const known = sets.get(set);
    if (known !== undefined) return known;
    sets.set(set, sets.size);
    return sets.size - 1;
  };
  const probeText = (probe: Omit<Probe, 'subjects'>, subjects: number): string => `${subjects} ${holderText(probe)}`;
  return {
    rounds: 0,
    want({ probe, followed, tuplesets }: GoalReads, set: SubjectSet): void {
      const subjects = numberOf(set);
      if (probe && !found.has(probeText(probe, subjects))) wantedProbes.set(probeText(probe, subjects), { ...probe, subjects });
      for (const scan of [...(followed ? [followed] : []), ...tuplesets.values()]) if (!found.has(scanText(scan))) wantedScans.set(scanText(scan), scan);
    },
    async read(): Promise<void> {
      if (wantedProbes.size + wantedScans.size === 0) return;
      const [probes, scans] = [wantedProbes, wantedScans];
      wantedProbes = new Map();
      wantedScans = new Map();
      const rows = await reader.level({ probes: [...probes.values()], scans: [...scans.values()], subjects: [...sets.keys()].map((set) => set.keys) });
      this.rounds += 1;
      [...probes.keys()].forEach((key, i) => found.set(key, rows.probes[i] ?? []));
      [...scans.keys()].forEach((key, i) => found.set(key, rows.scans[i] ?? []));
    },
    probed: (probe: Omit<Probe, 'subjects'>, set: SubjectSet): readonly FoundTuple[] => found.get(probeText(probe, numberOf(set))) ?? [],
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
