import type { PlatformEvent } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';

/** The two logs of a tenant. */
export type Channel = 'events' | 'audit';

/** An event with its place in the tenant's log. */
export interface IngestedEvent {
  seq: number;
  /** Fixes the partition; RFC 3339, UTC, milliseconds. */
  ingestedAt: string;
  event: PlatformEvent;
}

/** Within the transaction that adds events to a log, which then ends at this number. */
export type Appended = (tx: Tx, channel: Channel, lastSeq: number) => Promise<void>;

/** What deliveries and sinks do when events come in, and when they are erased. */
export interface IngestionHooks {
  /** Within the transaction that inserts the events (of the channel `events`, in the order of `seq`): creates what they are owed to. */
  onIngested(tx: Tx, tenantId: string, rows: readonly IngestedEvent[]): Promise<void>;
  /** Of both channels. */
  onAppended?: Appended;
  /** After its commit: wakes what waits for work. */
  afterIngest(tenantId: string): void;
  /** Within the transaction that redacts events of an erased person: clears what attempts keep of them. */
  onRedacted(tx: Tx, tenantId: string, eventIds: readonly string[]): Promise<unknown>;
}
