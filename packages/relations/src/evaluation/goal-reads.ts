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
  Opening,
  Probe,
  Scan,
  TupleReader,
} from '../reading/tuple-reader.ts';

/** A read and its rows. */
interface Read<T> {
  readonly of: T;
  isWanted: boolean;
  rows: readonly FoundTuple[];
}
type ProbeRead = Read<Omit<Probe, 'subjects'>>;
/** Rows of one relation of an object that are followed. */
export type ScanRead = Read<Scan>;
const toRead = <T>(of: T): Read<T> => ({ of, isWanted: false, rows: [] });

/** The reads of one goal: its direct rows, and the rows that are followed. */
export interface GoalReads {
  readonly closureCut: boolean;
  readonly probe: ProbeRead | undefined;
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

/** The reads of a level, collected from all checks and done in one statement. Nothing is read twice. */
export interface ReadQueue {
  readonly reader: TupleReader;
  readonly edges: ClosureEdges;
  readonly limits: ClosureLimits;
  /** Round trips so far. */
  rounds: number;
  wanted: WantedReads;
}

interface WantedReads {
  probes: { read: ProbeRead; set: SubjectSet }[];
  scans: ScanRead[];
  /** The subjects of the goals of this level, by what those goals may read next. */
  ahead: Map<ReadAhead, Set<SubjectSet>>;
}

const nothingWanted = (): WantedReads => ({ probes: [], scans: [], ahead: new Map() });

export const readQueue = (
  reader: TupleReader,
  { edges, limits }: { edges: ClosureEdges; limits: ClosureLimits },
): ReadQueue => ({ reader, edges, limits, rounds: 0, wanted: nothingWanted() });

/** Adds the reads of a goal to the level, those for its subject from this set. */
export function queueReads(
  { wanted }: ReadQueue,
  { probe, followed, tuplesets }: GoalReads,
  set: SubjectSet,
  next: ReadAhead | undefined,
): void {
  if (next) wanted.ahead.set(next, (wanted.ahead.get(next) ?? new Set()).add(set));
  if (probe && !probe.isWanted) {
    probe.isWanted = true;
    wanted.probes.push({ read: probe, set });
  }
  if (followed) queueScan(wanted, followed);
  for (const scan of tuplesets) queueScan(wanted, scan);
}

function queueScan({ scans }: WantedReads, scan: ScanRead): void {
  if (scan.isWanted) return;
  scan.isWanted = true;
  scans.push(scan);
}

/** Reads the level. Returns whether a closure that it opened is incomplete. */
export async function readQueued(queue: ReadQueue): Promise<boolean> {
  const { wanted, limits } = queue;
  queue.wanted = nothingWanted();
  const { probes, scans } = wanted;
  if (probes.length + scans.length === 0) return false;
  const numbers = numbersOf(wanted);
  const unopened = [...numbers.keys()].filter((set) => set.opening !== undefined);
  const rows = await queue.reader.level({
    probes: probes.map(({ read: { of }, set }) => ({
      objectType: of.objectType,
      objectId: of.objectId,
      relation: of.relation,
      classes: of.classes,
      subjects: numbers.get(set) as number,
    })),
    scans: scans.map(({ of }) => of),
    subjects: [...numbers.keys()].map((set) => set.keys),
    opening: unopened.length === 0 ? undefined : openingOf(queue, unopened, numbers),
    ahead: aheadOf(queue, wanted, numbers),
  });
  if (!rows.wasAhead) queue.rounds += 1;
  probes.forEach(({ read }, i) => {
    read.rows = rows.probes[i] ?? [];
  });
  scans.forEach((read, i) => {
    read.rows = rows.scans[i] ?? [];
  });
  unopened.forEach((set, i) => openSet(set, rows.closures[i] as Closure, limits));
  return unopened.some((set) => set.cut);
}

/** Sets of subjects by number, those of probes first. */
type SetNumbers = ReadonlyMap<SubjectSet, number>;

function numbersOf({ probes, ahead }: WantedReads): SetNumbers {
  const numbers = new Map<SubjectSet, number>();
  const assign = (set: SubjectSet): void => {
    if (!numbers.has(set)) numbers.set(set, numbers.size);
  };
  for (const { set } of probes) assign(set);
  for (const to of ahead.values()) for (const set of to) assign(set);
  return numbers;
}

const openingOf = (
  { edges, limits }: ReadQueue,
  unopened: readonly SubjectSet[],
  numbers: SetNumbers,
): Opening => ({
  sets: unopened.map((set) => ({
    subjects: numbers.get(set) as number,
    seeds: set.opening ?? [],
  })),
  edges,
  limits,
});

/** Reads ahead from the second level on: most searches end with the first, and many others continue to the top (ADR 20). */
function aheadOf(
  { rounds }: ReadQueue,
  { ahead }: WantedReads,
  numbers: SetNumbers,
): ReadAhead | undefined {
  if (rounds === 0) return undefined;
  for (const set of numbers.keys()) if (set.cut || set.opening !== undefined) return undefined;
  return joinAhead(ahead.keys());
}
