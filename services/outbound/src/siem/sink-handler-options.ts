import type { siemOperations } from '@platform/contracts';
import type { Cursors } from '@platform/kit/database';
import type { Egress } from '@platform/kit/egress';
import type { Handlers } from '@platform/kit/http';
import type { SinkSeals } from './sink-definition.ts';

export interface SinkHandlerOptions {
  cursors: Cursors;
  egress: Pick<Egress, 'checkUrl'>;
  seals: SinkSeals;
  maxSinks: number;
  clock: () => number;
  /** Called when a sink may have become due. */
  onDue: () => void;
}

export type SinkHandlers = Handlers<typeof siemOperations>;

export type SinkCall<K extends keyof SinkHandlers> = Parameters<SinkHandlers[K]>[0];
