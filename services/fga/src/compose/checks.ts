import { fgaCheckOperations } from '@platform/contracts';
import type { Config } from '@platform/kit/config';
import { serve } from '@platform/kit/http';
import type { Mount } from '@platform/kit/http';
import type { Metrics } from '@platform/kit/telemetry';
import type { fgaConfig } from '../config.ts';
import { storeKnowledge } from '../consistency/store-knowledge.ts';
import type { Models } from '../models/model-cache.ts';
import type { ConsistencyTokens } from '../store/consistency-token.ts';
import type { RevisionHints } from '../store/revision-hints.ts';
import { checkHandlers } from '../check/check-handlers.ts';
import { checkMeter } from '../check/check-metrics.ts';
import { accessChecks } from '../check/checks.ts';
import type { Checks } from '../check/checks.ts';
import { closureCache } from '../check/closure-cache.ts';
import { decisionCache } from '../check/decision-cache.ts';
import { listings } from '../check/listings.ts';
import type { Listings } from '../check/listings.ts';

/** The properties that decisions and listings depend on. */
export type CheckConfig = Pick<
  Config<typeof fgaConfig>,
  | 'checkMaxDepth'
  | 'checkMaxNodes'
  | 'checkMaxFanout'
  | 'maxBatchSize'
  | 'maxContextualTuples'
  | 'checkTimeoutMs'
  | 'listMaxDepth'
  | 'listMaxNodes'
  | 'listMaxFanout'
  | 'listMaxCandidates'
  | 'listMaxResults'
  | 'cacheTtlSeconds'
  | 'cacheMaxEntries'
  | 'cacheMaxStalenessMs'
>;

/** Decisions and listings over what the store holds. */
export function checkParts(
  {
    models,
    tokens,
    hints,
    metrics,
  }: { models: Models; tokens: ConsistencyTokens; hints: RevisionHints; metrics: Metrics },
  config: CheckConfig,
): { decisions: Checks & Listings; mounts: Mount[] } {
  const limits = {
    maxDepth: config.checkMaxDepth,
    maxNodes: config.checkMaxNodes,
    maxFanout: config.checkMaxFanout,
    maxBatchSize: config.maxBatchSize,
    maxContextualTuples: config.maxContextualTuples,
    timeoutMs: config.checkTimeoutMs,
  };
  const listLimits = {
    maxDepth: config.listMaxDepth,
    maxNodes: config.listMaxNodes,
    maxFanout: config.listMaxFanout,
    maxCandidates: config.listMaxCandidates,
    maxResults: config.listMaxResults,
  };
  const knowledge = storeKnowledge({
    hints,
    maxStalenessMs: config.cacheMaxStalenessMs,
    timeoutMs: config.checkTimeoutMs,
  });
  const kept = {
    knowledge,
    ttlMs: config.cacheTtlSeconds * 1_000,
    maxEntries: config.cacheMaxEntries,
  };
  const deciding = accessChecks({
    models,
    knowledge,
    cache: decisionCache(kept),
    closures: closureCache(kept),
    tokens,
    limits,
    meter: checkMeter(metrics),
  });
  const decisions = { ...deciding, ...listings({ checks: deciding, limits, listLimits }) };
  return {
    decisions,
    mounts: [serve(fgaCheckOperations, checkHandlers({ checks: decisions, limits }))],
  };
}
