/** A subject as a row holds it: `relation` is empty unless it is a userset, `id` is `*` for a wildcard. */
export interface SubjectKey { type: string; id: string; relation: string }

/** A tuple that a read found. */
export interface FoundTuple extends SubjectKey {
  condition: string | undefined;
  context: Record<string, unknown> | undefined;
  /** Milliseconds since the epoch. */
  expiresAt: number | undefined;
}

/** The forms of subject: `type`, `type#relation`, `type:*`. */
export type SubjectClass = string;
export const classOf = ({ type, id, relation }: SubjectKey): SubjectClass => {
  if (relation !== '') return `${type}#${relation}`;
  return id === '*' ? `${type}:*` : type;
};
export const subjectKeyText = ({ type, id, relation }: SubjectKey): string => (relation === '' ? `${type}:${id}` : `${type}:${id}#${relation}`);

export interface ObjectRelation { objectType: string; objectId: string; relation: string }

/** Which of these subjects does the object's relation hold? `subjects` is the number of a set of the level. */
export interface Probe extends ObjectRelation { classes: readonly SubjectClass[]; subjects: number }

/** The first rows of an object's relation, by key, whose subjects are plain or usersets of these types. */
export interface Scan extends ObjectRelation { forms: readonly ScanForm[]; limit: number }
export interface ScanForm { type: string; relation: string; wildcard?: boolean }

/** True when a scan takes this subject. */
export const fitsScan = (forms: readonly ScanForm[], { type, id, relation }: SubjectKey): boolean =>
  forms.some((f) => f.type === type && f.relation === relation && (f.wildcard ?? false) === (id === '*' && relation === ''));

/** Objects of a type whose relation holds this subject, the first by key. */
export interface ReverseLookup { subject: SubjectKey; relation: string; objectType: string; limit: number }
export interface FoundObject { id: string; condition: string | undefined; expires: boolean }

/** Everything that one level of a search reads. */
export interface LevelReads { probes: readonly Probe[]; scans: readonly Scan[]; subjects: readonly (readonly SubjectKey[])[] }

/** A userset that holds the subject, and the hops between the two. */
export interface ClosureRow { key: SubjectKey; distance: number }

/** Which tuples lead from a subject to usersets that are decided from the subject's side. */
export interface ClosureEdges {
  /** A tuple of `type#relation` whose subject has this form puts the subject into `type:id#relation`. */
  tuples: readonly { type: string; relation: string; subject: SubjectClass }[];
  /** Who is in `relation` is in `into` of the same object, so many hops further. */
  computed: readonly { type: string; relation: string; into: string; hops: number }[];
}

export interface Closure {
  rows: ClosureRow[];
  /** Rows beyond the limits were left out. */
  cut: boolean;
  /** When the first of the tuples read expires, in milliseconds since the epoch. */
  expiresAt: number | undefined;
}

/** Reads tuples in one snapshot; what has expired is not there. */
export interface TupleReader {
  closure(seeds: readonly ClosureRow[], edges: ClosureEdges, limits: { maxDepth: number; maxRows: number }): Promise<Closure>;
  level(reads: LevelReads): Promise<{ probes: FoundTuple[][]; scans: FoundTuple[][] }>;
  reverse(lookups: readonly ReverseLookup[]): Promise<FoundObject[][]>;
}

const compare = (a: string, b: string): number => {
  if (a === b) return 0;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
};
/** The order of the primary key (bytes of UTF-8). */
export const bySubject = (a: SubjectKey, b: SubjectKey): number => compare(a.type, b.type) || compare(a.id, b.id) || compare(a.relation, b.relation);
export const byBytes = compare;
