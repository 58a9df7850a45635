import type { ObjectRef, SubjectRef } from '../keys/tuple-key.ts';
import type { MemoryTuple } from '../reading/memory-reader.ts';
import type { Reason, GoalTruth } from './truth.ts';

/** One question; type and relation exist in the model. */
export interface CheckQuestion {
  subject: SubjectRef;
  relation: string;
  object: ObjectRef;
  context?: Record<string, unknown> | undefined;
  contextual?: readonly MemoryTuple[] | undefined;
}

/** Bounds of one check, inclusive. */
export interface CheckLimits {
  maxDepth: number;
  maxNodes: number;
  maxFanout: number;
}

/** The answer to one question. */
export interface CheckOutcome {
  value: GoalTruth;
  /** Why it is unknown. */
  reasons: Reason[];
  /** When the first of the tuples read expires, in milliseconds since the epoch. */
  expiresAt: number | undefined;
}
