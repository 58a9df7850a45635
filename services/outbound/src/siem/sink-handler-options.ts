import type { siemOperations } from '@platform/contracts';
import type { Cursors } from '@platform/kit/database';
import type { Egress } from '@platform/kit/egress';
import type { Handlers } from '@platform/kit/http';
import type { SinkSeals } from './sink-definition.ts';

/** What `sinkHandlers` needs. */
export interface SinkHandlerOptions {
  cursors: Cursors;
  egress: Pick<Egress, 'checkUrl'>;
  seals: SinkSeals;
  maxSinks: number;
  clock: () => number;
  /** A sink may have become due. */
  onDue: () => void;
}

/** The handlers of all operations of sinks. */
export type SinkHandlers = Handlers<typeof siemOperations>;

/** What the handler of an operation is called with. */
export type SinkCall<K extends keyof SinkHandlers> = Parameters<SinkHandlers[K]>[0];
