import type { Database, Tx } from '@platform/kit/database';
import type { DeliveryTurn, HeldDestination } from '@platform/kit/delivery';
import type { Logger } from '@platform/kit/telemetry';
import type { SendBatch } from './senders/senders.ts';
import type { SinkSeals } from './sink-definition.ts';

export interface SinkTurnOptions {
  db: Pick<Database, 'transact'>;
  seals: SinkSeals;
  send: SendBatch;
  clock: () => number;
  random: () => number;
  log: Logger;
  onBatch: (outcome: { kind: string; result: string; events: number }) => void;
}

/** The members of a turn that sinks use. */
export type SinkTurnInput = Pick<DeliveryTurn, 'signal' | 'slot' | 'mayGoOn'>;

/** The next step of a turn; `due`: the sink was released although it has more to send. */
export type NextStep = 'again' | 'rest' | 'done' | 'due';

const actor = { type: 'system', id: 'outbound' } as const;

/** Runs a transaction in the tenant of a sink. */
export const transactFor = <T>(
  { db }: Pick<SinkTurnOptions, 'db'>,
  { tenantId }: HeldDestination,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => db.transact({ tenantId, actor }, work);
