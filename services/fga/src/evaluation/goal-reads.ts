import { joinAhead } from './read-ahead.ts';
import { openSet } from './subject-closure.ts';
import type { SubjectSet } from './subject-set.ts';
import type { SubjectRelationPlan } from './subject-plan.ts';
import type {
  ReadAhead,
  Closure,
  ClosureEdges,
  ClosureLimits,
  FoundTuple,
  Probe,
  Scan,
  TupleReader,
} from '../reading/tuple-reader.ts';

/** A read, and what it found once it was done. */
interface Read<T> {
  readonly of: T;
  isWanted: boolean;
  rows: readonly FoundTuple[];
}
/** Rows of one relation of an object that are followed. */
export type ScanRead = Read<Scan>;
const toRead = <T>(of: T): Read<T> => ({ of, isWanted: false, rows: [] });

/** What one goal reads: its direct rows, and the rows that are followed. */
export interface GoalReads {
  readonly closureCut: boolean;
  readonly probe: Read<Omit<Probe, 'subjects'>> | undefined;
  readonly followed: ScanRead | undefined;
  readonly tuplesets: readonly (ScanRead & { readonly computed: string })[];
}

/** The reads of a goal. When the closure was cut, closable usersets are followed like the others. */
export function readsOf(
  plan: SubjectRelationPlan,
  { type: objectType, id: objectId }: { type: string; id: string },
  { limit, closureCut }: { limit: number; closureCut: boolean },
): GoalReads {
  const forms = closureCut ? plan.followedWhenCut : plan.followed;
  const { name: relation } = plan.of.relation;
  return {
    closureCut,
    probe:
      plan.classes.length > 0
        ? toRead({ objectType, objectId, relation, classes: plan.classes })
        : undefined,
    followed:
      forms.length > 0 ? toRead({ objectType, objectId, relation, forms, limit }) : undefined,
    tuplesets: plan.tuplesets.map(({ tupleset, computed, forms: types }) => ({
      computed,
      of: { objectType, objectId, relation: tupleset, limit, forms: types },
      isWanted: false,
      rows: [],
    })),
  };
}

/** Gathers what a level reads, for all its checks, and reads it in one go. Nothing is read twice. */
export function readQueue(
  reader: TupleReader,
  { edges, limits }: { edges: ClosureEdges; limits: ClosureLimits },
) {
  let probes: { read: Read<Omit<Probe, 'subjects'>>; set: SubjectSet }[] = [];
  let scans: ScanRead[] = [];
  /** Where the goals of this level may lead, and for whom. */
  let ahead = new Map<ReadAhead, Set<SubjectSet>>();
  const wantScan = (scan: ScanRead): void => {
    if (scan.isWanted) return;
    scan.isWanted = true;
    scans.push(scan);
  };
  return {
    rounds: 0,
    want(
      { probe, followed, tuplesets }: GoalReads,
      set: SubjectSet,
      next: ReadAhead | undefined,
    ): void {
      if (next) ahead.set(next, (ahead.get(next) ?? new Set()).add(set));
      if (probe && !probe.isWanted) {
        probe.isWanted = true;
        probes.push({ read: probe, set });
      }
      if (followed) wantScan(followed);
      for (const scan of tuplesets) wantScan(scan);
    },
    /** Answers whether usersets were left out that this read was the first to look for. */
    async read(): Promise<boolean> {
      const [asked, followed, leads] = [probes, scans, ahead];
      probes = [];
      scans = [];
      ahead = new Map();
      if (asked.length + followed.length === 0) return false;
      const places = new Map<SubjectSet, number>();
      const place = (set: SubjectSet): void => {
        if (!places.has(set)) places.set(set, places.size);
      };
      for (const { set } of asked) place(set);
      for (const to of leads.values()) for (const set of to) place(set);
      const sets = [...places.keys()];
      const unopened = sets.filter((set) => set.opening !== undefined);
      // Most searches end with the first level; of those that do not, many go on to the top.
      const next =
        this.rounds > 0 && unopened.length === 0 && !sets.some((set) => set.cut)
          ? joinAhead(leads.keys())
          : undefined;
      const rows = await reader.level({
        probes: asked.map(({ read: { of }, set }) => ({
          objectType: of.objectType,
          objectId: of.objectId,
          relation: of.relation,
          classes: of.classes,
          subjects: places.get(set) as number,
        })),
        scans: followed.map(({ of }) => of),
        subjects: sets.map((set) => set.keys),
        opening:
          unopened.length === 0
            ? undefined
            : {
                sets: unopened.map((set) => ({
                  subjects: places.get(set) as number,
                  seeds: set.opening ?? [],
                })),
                edges,
                limits,
              },
        ahead: next,
      });
      if (!rows.wasAhead) this.rounds += 1;
      asked.forEach(({ read }, i) => {
        read.rows = rows.probes[i] ?? [];
      });
      followed.forEach((read, i) => {
        read.rows = rows.scans[i] ?? [];
      });
      unopened.forEach((set, i) => openSet(set, rows.closures[i] as Closure, limits));
      return unopened.some((set) => set.cut);
    },
  };
}
export type ReadQueue = ReturnType<typeof readQueue>;
