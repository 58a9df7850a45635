import type { Histogram } from '../histogram.ts';
import type { MeasuredLoad } from './measure.ts';
import type { MeasuredOperation } from './questions.ts';
import type { Choice } from './random.ts';

/**
 * The times of one kind of question: in the engine alone; from a process without and with a cache; then without a cache in turn
 * with its OpenFGA API and with a peer, whose work continues after its answers. `load` is of all of them in this order.
 */
export interface MeasuredRow {
  operation: MeasuredOperation;
  choice: Choice;
  engine: Histogram;
  latency: Histogram[];
  beside: Histogram[];
  load: MeasuredLoad[];
}

/** The same with few and with many unrelated tuples. */
export interface Growth {
  operation: MeasuredOperation;
  small: Histogram;
  large: Histogram;
}
