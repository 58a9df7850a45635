import type { Bus } from '@platform/kit/bus';
import type { Cursors } from '@platform/kit/database';
import type { Metrics } from '@platform/kit/telemetry';
import { checkMeter } from './check/check-metrics.ts';
import { accessChecks } from './check/checks.ts';
import type { Checks } from './check/checks.ts';
import { closureCache } from './check/closure-cache.ts';
import { decisionCache } from './check/decision-cache.ts';
import { listings } from './listing/listings.ts';
import type { CheckLimits } from './evaluation/question.ts';
import type { ListLimits } from './listing/listing.ts';
import type { ModelLimits } from './validation/model-rules.ts';
import { storeKnowledge } from './check/store-knowledge.ts';
import { expansions } from './listing/expand.ts';
import { explanations } from './explaining/explain.ts';
import { modelReports } from './explaining/model-report.ts';
import { modelQuestions } from './check/model-questions.ts';
import { runModelTests } from './check/model-tests.ts';
import { compileModel } from './models/compiled-model.ts';
import { dslWorker } from './language/dsl-worker.ts';
import { modelCache } from './models/model-cache.ts';
import { modelVersions } from './models/model-versions.ts';
import { modelWriter } from './models/model-writes.ts';
import { objectScan } from './listing/object-scan.ts';
import { namedStores } from './store/named-stores.ts';
import { consistencyTokens } from './store/consistency-token.ts';
import { revisionHints } from './store/revision-hints.ts';
import { storeState } from './store/store-row.ts';
import { relationTuples } from './tuples/relation-tuples.ts';

export type { SnapshotSource } from './check/checks.ts';
export type { StoreContext } from './store/store-key.ts';
export type { NamedStore } from './store/named-stores.ts';
export type { StoredModel } from './models/model-writes.ts';

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
  /** Caches of decisions and closures; a `ttlMs` of 0 turns them off. */
  cache: { ttlMs: number; maxEntries: number; maxStalenessMs: number };
}

/** Relationship-based access control: models, tuples, and the questions that they answer. */
export interface RelationEngine
  extends
    Omit<Checks, 'inSnapshot'>,
    ReturnType<typeof explanations>,
    ReturnType<typeof expansions>,
    ReturnType<typeof listings> {
  models: ReturnType<typeof modelVersions> & ReturnType<typeof modelReports>;
  tuples: ReturnType<typeof relationTuples>;
  questions: ReturnType<typeof modelQuestions>;
  /** Checks all objects of a type, page by page. */
  scan: ReturnType<typeof objectScan>;
  /** The state of the store that a transaction works in. */
  store: ReturnType<typeof storeState>;
  stores: ReturnType<typeof namedStores>;
  /** Ends the thread that parses models. */
  close(): Promise<void>;
}

/**
 * Builds the engine of one process. Consistency tokens are made with the first of `tokenKeys`; those made with a later one stay
 * valid.
 */
export function relationEngine({
  bus,
  metrics,
  cursors,
  tokenKeys,
  limits,
}: {
  bus: Pick<Bus, 'hint' | 'onHint'>;
  metrics: Metrics;
  cursors: Cursors;
  tokenKeys: readonly [Buffer, ...Buffer[]];
  limits: RelationLimits;
}): RelationEngine {
  const hints = revisionHints(bus);
  const models = modelCache();
  const tokens = consistencyTokens(...tokenKeys);
  const worker = dslWorker({ metrics });
  const { timeoutMs } = limits.check;
  const knowledge = storeKnowledge({
    hints,
    maxStalenessMs: limits.cache.maxStalenessMs,
    timeoutMs,
  });
  const { inSnapshot, ...checks } = accessChecks({
    models,
    knowledge,
    cache: decisionCache({ knowledge, ...limits.cache }),
    closures: closureCache({ knowledge, ...limits.cache }),
    tokens,
    limits: limits.check,
    meter: checkMeter(metrics),
  });
  return {
    ...checks,
    ...explanations({ inSnapshot, limits: limits.check }),
    ...expansions({ inSnapshot, limits: limits.check }),
    ...listings({ inSnapshot, limits: limits.check, listLimits: limits.list }),
    models: {
      ...modelVersions({
        worker,
        writer: modelWriter({ maxModels: limits.model.maxModels, hints }),
        limits: limits.model,
        runTests: (model, tests) =>
          runModelTests(compileModel(model), tests, { limits: limits.check, timeoutMs }),
      }),
      ...modelReports({ worker, modelLimits: limits.model, limits: limits.check, knowledge }),
    },
    tuples: relationTuples({ cursors, models, tokens, hints, limits: limits.tuples }),
    questions: modelQuestions({ models, limits: limits.check }),
    scan: objectScan({ models, limits: limits.check }),
    store: storeState(tokens),
    stores: namedStores({ hints }),
    close: () => worker.close(),
  };
}
