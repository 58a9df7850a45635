import type { Tx } from '@platform/kit/database';

/** The areas that depend on endpoints, inverted: endpoints do not import them. */
export interface EndpointDependents {
  /** @throws 409 `conflict` while something needs the endpoint. Its row is locked */
  requireUnused(tx: Tx, endpointId: string): Promise<void>;
  /** Ends the work that was started for a disabled or deleted endpoint. */
  cancelWork(tx: Tx, endpointId: string, now: Date): Promise<void>;
}
