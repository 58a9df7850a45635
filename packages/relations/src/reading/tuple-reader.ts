import { byBytes } from '../keys/byte-order.ts';

/** A subject as rows store it: `relation` is empty unless it is a userset, `id` is `*` for a wildcard. */
export interface SubjectKey {
  type: string;
  id: string;
  relation: string;
}

/** A tuple that a read found. */
export interface FoundTuple extends SubjectKey {
  condition: string | undefined;
  context: Record<string, unknown> | undefined;
  /** Milliseconds since the epoch. */
  expiresAt: number | undefined;
}

/**
 * Reads that later levels may need: objects that tuples of `relation` lead to, step by step, and the relations of these objects whose
 * rows are all needed. Only a hint: an object that was not read ahead is read when it is needed.
 */
export interface ReadAhead {
  steps: readonly { objectType: string; relation: string; subjectType: string }[];
  kept: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The forms of subject: `type`, `type#relation`, `type:*`. */
export type SubjectClass = string;
export const classOf = ({ type, id, relation }: SubjectKey): SubjectClass => {
  if (relation !== '') return `${type}#${relation}`;
  return id === '*' ? `${type}:*` : type;
};
export const subjectKeyText = ({ type, id, relation }: SubjectKey): string =>
  relation === '' ? `${type}:${id}` : `${type}:${id}#${relation}`;

export interface ObjectRelation {
  objectType: string;
  objectId: string;
  relation: string;
}

export const objectRelationText = ({ objectType, objectId, relation }: ObjectRelation): string =>
  `${objectType}:${objectId}#${relation}`;

/** Which of these subjects does the object's relation contain? `subjects` is the number of a set of the level. */
export interface Probe extends ObjectRelation {
  classes: readonly SubjectClass[];
  subjects: number;
}

/** The first rows of an object's relation, by key, of these forms; others may be there since an earlier model, and are as if absent. */
export interface Scan extends ObjectRelation {
  forms: readonly ScanForm[];
  limit: number;
}

/** Conditions that a relation takes with a form of subject; undefined is none. */
export type FormConditions = readonly (string | undefined)[];
/** A form of subject that a relation takes, and with which conditions. */
export interface ScanForm {
  type: string;
  relation: string;
  wildcard: boolean;
  conditions: FormConditions;
}

/** True when a scan takes this tuple. */
export const fitsScan = (
  forms: readonly ScanForm[],
  { type, id, relation, condition }: SubjectKey & { condition: string | null | undefined },
): boolean =>
  forms.some(
    (f) =>
      f.type === type &&
      f.relation === relation &&
      f.wildcard === (id === '*' && relation === '') &&
      f.conditions.includes(condition ?? undefined),
  );

/** Objects of a type whose relation contains this subject with one of these conditions, the first by key. */
export interface ReverseLookup {
  subject: SubjectKey;
  relation: string;
  objectType: string;
  conditions: FormConditions;
  limit: number;
}
export interface FoundObject {
  id: string;
  condition: string | undefined;
  expires: boolean;
}

/**
 * Everything that one level of a search reads. A set of `subjects` that `opening` names is its seeds alone: the level
 * finds the usersets that contain them, and probes for those too.
 */
export interface LevelReads {
  probes: readonly Probe[];
  scans: readonly Scan[];
  subjects: readonly (readonly SubjectKey[])[];
  opening?: Opening | undefined;
  /** Reads that later levels may need, which a reader may do now. */
  ahead?: ReadAhead | undefined;
}

/** Sets of subjects whose usersets are not known yet. */
export interface Opening {
  sets: readonly { subjects: number; seeds: readonly ClosureRow[] }[];
  edges: ClosureEdges;
  limits: ClosureLimits;
}
export interface ClosureLimits {
  maxDepth: number;
  maxRows: number;
}

/** The results of a level, in the order of its reads. */
export interface LevelRows {
  probes: FoundTuple[][];
  scans: FoundTuple[][];
  closures: Closure[];
  /** All of it had been read ahead. */
  wasAhead?: boolean;
}

/** A userset that contains the subject, and the hops between the two. */
export interface ClosureRow {
  key: SubjectKey;
  distance: number;
}

/** Which tuples lead from a subject to usersets that are decided from the subject's side. */
export interface ClosureEdges {
  /** A tuple of `type#relation` whose subject has this form puts the subject into `type:id#relation`. */
  tuples: readonly { type: string; relation: string; subject: SubjectClass }[];
  /** Subjects of `relation` have `into` on the same object, `hops` further. */
  computed: readonly { type: string; relation: string; into: string; hops: number }[];
}

export interface Closure {
  rows: ClosureRow[];
  /** Rows beyond the limits were left out. */
  cut: boolean;
  /** When the first of the tuples read expires, in milliseconds since the epoch. */
  expiresAt: number | undefined;
}

/** Reads tuples in one snapshot, without expired ones. */
export interface TupleReader {
  closure(
    seeds: readonly ClosureRow[],
    edges: ClosureEdges,
    limits: ClosureLimits,
  ): Promise<Closure>;
  level(reads: LevelReads): Promise<LevelRows>;
  reverse(lookups: readonly ReverseLookup[]): Promise<FoundObject[][]>;
}

/** The order of the primary key. */
export const bySubject = (a: SubjectKey, b: SubjectKey): number =>
  byBytes(a.type, b.type) || byBytes(a.id, b.id) || byBytes(a.relation, b.relation);
