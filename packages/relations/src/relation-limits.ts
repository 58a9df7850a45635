import type { CheckLimits } from './evaluation/question.ts';
import type { ListLimits } from './listing/listing.ts';
import type { ModelLimits } from './validation/model-rules.ts';

/** Limits of the engine, all inclusive; times are in milliseconds. */
export interface RelationLimits {
  /** `maxModels` is for each tenant. */
  model: ModelLimits & { maxModels: number };
  /** `maxTuples` is for each tenant. */
  tuples: {
    maxTuples: number;
    maxWritesPerRequest: number;
    maxImportTuples: number;
    changesRetentionMs: number;
  };
  /** `timeoutMs` bounds listings and the tests of a model too, and `maxContextualTuples` every question. */
  check: CheckLimits & { maxBatchSize: number; maxContextualTuples: number; timeoutMs: number };
  list: ListLimits;
  /** What a process keeps of decisions; a `ttlMs` of 0 keeps nothing. */
  cache: { ttlMs: number; maxEntries: number; maxStalenessMs: number };
}
