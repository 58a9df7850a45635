import type { Database, Tx } from '@platform/kit/database';
import type { Logger } from '@platform/kit/telemetry';
import type { Slot } from '../slots/slots.ts';
import type { SendBatch } from './senders/senders.ts';
import type { SinkSeals } from './sink-definition.ts';
import type { HeldSink } from './sink-lease-store.ts';

/** What `sinkTurns` needs. */
export interface SinkTurnOptions {
  db: Pick<Database, 'transact'>;
  seals: SinkSeals;
  send: SendBatch;
  clock: () => number;
  random: () => number;
  log: Logger;
  onBatch: (outcome: { kind: string; result: string; events: number }) => void;
}

/** What a turn is given by the worker that runs it. */
export interface SinkTurnInput {
  /** Aborted when the sink is lost, or the time of a shutdown is over. */
  signal: AbortSignal;
  slot: Pick<Slot, 'begin'>;
  /** May another batch follow? */
  mayGoOn: () => boolean;
}

/** What follows a step of a turn. */
export type NextStep = 'again' | 'rest' | 'done';

const actor = { type: 'system', id: 'outbound' } as const;

/** Runs a transaction in the tenant of a sink. */
export const transactFor = <T>(
  { db }: Pick<SinkTurnOptions, 'db'>,
  { tenantId }: HeldSink,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => db.transact({ tenantId, actor }, work);
