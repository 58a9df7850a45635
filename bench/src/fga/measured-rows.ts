import type { Histogram } from '../histogram.ts';
import type { Load } from './measure.ts';
import type { Operation } from './questions.ts';
import type { Choice } from './random.ts';

/** What one kind of question took: in the engine by itself; from a process without a cache and one with it; then without one in turn with a peer, whose work goes on after its answers. */
export interface Row {
  operation: Operation;
  choice: Choice;
  engine: Histogram;
  latency: Histogram[];
  beside: Histogram[];
  load: Load[];
}

/** The same with few and with many unrelated tuples. */
export interface Growth {
  operation: Operation;
  small: Histogram;
  large: Histogram;
}
