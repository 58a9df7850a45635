import type { Histogram } from '../histogram.ts';
import type { MeasuredLoad } from './measure.ts';
import type { MeasuredOperation } from './questions.ts';
import type { Choice } from './random.ts';

/** What one kind of question took: in the engine by itself; from a process without a cache and one with it; then without one in turn with a peer, whose work goes on after its answers. */
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
