import type { Database } from '../database/database.ts';
import type { IdempotencyStore } from './idempotency.ts';

/** Dependencies of running operations. */
export interface OperationRunnerOptions {
  db: Database;
  idempotency: IdempotencyStore;
  /** Called when the record of a failed write could not be saved. */
  onAuditLost: (error: unknown) => void;
  /** Called when a handler left an `If-Match` unchecked: a bug, to which the response is 412. */
  onUnchecked: (operationId: string) => void;
}
