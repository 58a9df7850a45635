import type { Tx } from '@platform/kit/database';

/** What other areas keep for endpoints; they know endpoints, not the other way round. */
export interface EndpointDependents {
  /** @throws 409 `conflict` while something needs the endpoint; its row is locked */
  requireUnused(tx: Tx, endpointId: string): Promise<void>;
  /** The endpoint is disabled or deleted: work that was started for it ends. */
  cancelWork(tx: Tx, endpointId: string, now: Date): Promise<void>;
}
