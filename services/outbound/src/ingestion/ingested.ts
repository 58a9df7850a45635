import type { PlatformEvent } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** The two logs of a tenant. */
export type Channel = 'events' | 'audit';

/** An event with its position in the tenant's log. */
export interface IngestedEvent {
  seq: number;
  /** Determines the partition; RFC 3339, UTC, milliseconds. */
  ingestedAt: string;
  event: PlatformEvent;
}

/** Called in the transaction that adds events to a log, which then ends at `lastSeq`. */
export type Appended = (tx: Tx, channel: Channel, lastSeq: number) => Promise<void>;

/** The hooks of deliveries and sinks into ingestion and erasure. */
export interface IngestionHooks {
  /**
   * Called in the transaction that inserts the events (only channel `events`, in the order of
   * `seq`): creates deliveries.
   */
  onIngested(tx: Tx, tenantId: string, rows: readonly IngestedEvent[]): Promise<void>;
  /** Called for both channels. */
  onAppended?: Appended;
  /** Called after the commit: wakes workers. */
  afterIngest(tenantId: string): void;
  /** Called in the transaction that redacts events of an erased person: clears their attempts. */
  onRedacted(tx: Tx, tenantId: string, eventIds: readonly string[]): Promise<unknown>;
}
