import {
  fgaAssertionOperations,
  fgaCheckOperations,
  fgaModelOperations,
  fgaTupleOperations,
} from '@platform/contracts';
import type { Config } from '@platform/kit/config';
import { serve } from '@platform/kit/http';
import { every } from '@platform/kit/service';
import type { Platform, ServiceParts } from '@platform/kit/service';
import { assertionHandlers } from '../assertions/assertion-handlers.ts';
import type { fgaConfig } from '../config.ts';
import type { SubjectPart } from '../data-subject/data-subject.ts';
import { relationEngine } from '@platform/relations';
import type { RelationLimits } from '@platform/relations';
import { checkHandlers } from '../relations/check-handlers.ts';
import { decisionsRpc } from '../relations/decisions-rpc.ts';
import { fgaRpc } from '../relations/fga-rpc.ts';
import { modelHandlers } from '../relations/model-handlers.ts';
import { tupleHandlers } from '../relations/tuple-handlers.ts';
import { tuplesPart } from '../relations/tuple-subject.ts';
import { purgeStores } from '../openfga/store-purge.ts';
import { exportParts } from './exports.ts';
import { openfgaParts } from './openfga.ts';

type FgaConfig = Config<typeof fgaConfig>;

const limitsOf = (config: FgaConfig): RelationLimits => ({
  model: config,
  tuples: config,
  check: {
    maxDepth: config.checkMaxDepth,
    maxNodes: config.checkMaxNodes,
    maxFanout: config.checkMaxFanout,
    maxBatchSize: config.maxBatchSize,
    maxContextualTuples: config.maxContextualTuples,
    timeoutMs: config.checkTimeoutMs,
  },
  list: {
    maxDepth: config.listMaxDepth,
    maxNodes: config.listMaxNodes,
    maxFanout: config.listMaxFanout,
    maxCandidates: config.listMaxCandidates,
    maxResults: config.listMaxResults,
  },
  cache: {
    ttlMs: config.cacheTtlSeconds * 1_000,
    maxEntries: config.cacheMaxEntries,
    maxStalenessMs: config.cacheMaxStalenessMs,
  },
});

/** Composes the relation engine behind the API and the calls of siblings. */
export function relationParts(
  platform: Platform,
  config: FgaConfig,
): Required<
  Pick<ServiceParts, 'mounts' | 'surfaces' | 'rpc' | 'workers' | 'jobs' | 'singletons'>
> & {
  subjectParts: SubjectPart[];
  purgeStores: ReturnType<typeof purgeStores>;
} {
  const { db, rpcRunner, bus, secrets, cursors, log, metrics } = platform;
  const engine = relationEngine({
    bus,
    metrics,
    cursors,
    tokenKeys: secrets.deriveKeys('fga consistency tokens'),
    limits: limitsOf(config),
  });
  const { maxTuples, maxBatchSize, rpcReaders: readers, rpcWriters: writers } = config;
  const { tuples } = engine;
  const exports = exportParts(platform, config, engine.scan);
  const openfga = openfgaParts(platform, config, engine);
  return {
    mounts: [
      serve(fgaModelOperations, modelHandlers({ cursors, engine, maxTuples })),
      serve(fgaTupleOperations, tupleHandlers(engine)),
      serve(fgaAssertionOperations, assertionHandlers(engine)),
      serve(fgaCheckOperations, checkHandlers({ engine, maxBatchSize })),
      ...exports.mounts,
    ],
    rpc: [fgaRpc({ rpcRunner, tuples, writers, decisions: decisionsRpc({ db, engine, readers }) })],
    workers: [
      every(config.expirySweepIntervalMs, 'expired tuples', log, () => tuples.sweepExpired(db)),
      { start: () => undefined, stop: () => engine.close() },
    ],
    surfaces: openfga.surfaces,
    jobs: [...exports.jobs, ...openfga.jobs],
    singletons: exports.singletons,
    subjectParts: [tuplesPart(db, engine)],
    purgeStores: purgeStores(engine),
  };
}
