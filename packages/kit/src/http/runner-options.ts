import type { Database } from '../database/database.ts';
import type { IdempotencyStore } from './idempotency.ts';

/** What running operations needs. */
export interface OperationRunnerOptions {
  db: Database;
  idempotency: IdempotencyStore;
  /** The record of a failed write could not be kept. */
  onAuditLost: (error: unknown) => void;
  /** A handler has let an `If-Match` pass unchecked: a fault of ours, answered 412. */
  onUnchecked: (operationId: string) => void;
}
