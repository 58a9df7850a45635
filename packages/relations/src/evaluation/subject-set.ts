import type { ClosureRow, SubjectKey } from '../reading/tuple-reader.ts';

/** Subjects that are looked for together, with their distances from the subject of the check. */
export interface SubjectSet {
  keys: SubjectKey[];
  distances: Map<string, number>;
  /** Usersets are missing: those that might contain the subject are followed from the object's side. */
  cut: boolean;
  /** When the first of the tuples read expires, in milliseconds since the epoch. */
  expiresAt: number | undefined;
  /** The seeds to find its usersets from; undefined once they were found. */
  opening: readonly ClosureRow[] | undefined;
}
