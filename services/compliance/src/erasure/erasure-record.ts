import type {
  Actor,
  ErasureHold,
  ErasureItem,
  ErasureState,
  HoldReason,
} from '@platform/contracts';

/** An erasure request as it is stored. */
export interface ErasureRecord {
  id: string;
  state: ErasureState;
  subjectType: 'user_id' | 'external_id' | 'email' | 'consent_subject';
  subjectHash: string;
  userId: string | null;
  /** The identifiers of the person, sealed. */
  identifiersSealed: string | null;
  reason: string;
  requestedBy: string;
  regulation: string;
  identityVerification: string;
  externalReference: string | null;
  note: string | null;
  receivedAt: Date;
  dueAt: Date;
  deactivatedAt: Date | null;
  graceEndsAt: Date | null;
  erasureStartedAt: Date | null;
  completedAt: Date | null;
  cancelledAt: Date | null;
  heldSince: Date | null;
  deferredAt: Date | null;
  reminders: number;
  isStalled: boolean;
  certificate: Record<string, unknown> | null;
  certificateJws: string | null;
  certificateKid: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** A hold as it is stored. */
export interface HoldRecord {
  id: string;
  state: ErasureHold['state'];
  source: ErasureHold['source'];
  /** A veto client or a service; empty for holds of callers. */
  sourceId: string;
  reasonCode: HoldReason;
  reason: string;
  externalReference: string | null;
  raisedBy: Actor;
  raisedAt: Date;
  expiresAt: Date | null;
  liftedBy: Actor | null;
  liftedAt: Date | null;
  isOverridden: boolean;
}

/** What services are asked for, one phase after the other. */
export type ErasurePhase = 'deactivate' | 'erase' | 'reactivate';

/** What one service did in one phase. */
export interface TaskRecord {
  phase: ErasurePhase;
  peer: string;
  outcome: 'PENDING' | 'DONE' | 'NOTHING_FOUND' | 'BLOCKED' | 'FAILED';
  attempts: number;
  lastError: string | null;
  items: ErasureItem[];
  completedAt: Date | null;
}

/** Does the service have nothing left to do? */
export const isTaskDone = ({ outcome }: Pick<TaskRecord, 'outcome'>): boolean =>
  outcome === 'DONE' || outcome === 'NOTHING_FOUND';
