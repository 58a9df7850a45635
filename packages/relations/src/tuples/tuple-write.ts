import type { TupleKey } from '../keys/tuple-key.ts';
import type { Tuple } from './tuple-rules.ts';

/** Where a write came from, for its event. */
export type WriteSource = 'api' | 'import' | 'filter' | 'grpc';

/** A write whose tuples fit the model. Keys are distinct. `pointers` name the lists in errors. */
export interface TupleWrite {
  writes: readonly Tuple[];
  deletes: readonly TupleKey[];
  onDuplicate: 'error' | 'ignore' | 'replace';
  onMissing: 'error' | 'ignore';
  preconditions: readonly { key: TupleKey; exists: boolean }[];
  source: WriteSource;
  pointers: { writes: string; deletes: string };
}

export interface WriteOutcome {
  written: number;
  deleted: number;
  skipped: number;
  revision: number;
}
