import { fgaModelOperations, fgaTupleOperations } from '@platform/contracts';
import type { Config } from '@platform/kit/config';
import type { RpcMount } from '@platform/kit/grpc';
import { serve } from '@platform/kit/http';
import type { JobMount, SingletonJob } from '@platform/kit/jobs';
import { every } from '@platform/kit/service';
import type { Platform, ServiceParts } from '@platform/kit/service';
import { checkParts } from './checks.ts';
import type { fgaConfig } from '../config.ts';
import { exportParts } from './exports.ts';
import { dslWorker } from '../models/dsl-worker.ts';
import { modelCache } from '../models/model-cache.ts';
import { modelHandlers } from '../models/model-handlers.ts';
import { runModelTests } from '../model-tests/model-tests.ts';
import { modelWriter } from '../models/model-writes.ts';
import { decisionsRpc } from '../check/decisions-rpc.ts';
import { fgaRpc } from '../tuples/fga-rpc.ts';
import { sweepExpiredTuples } from '../tuples/tuple-expiry.ts';
import { tupleHandlers } from '../tuples/tuple-handlers.ts';
import { tuplesPart } from '../tuples/tuple-subject.ts';
import { tupleWriter } from '../tuples/tuple-writes.ts';
import type { TupleWriter } from '../tuples/tuple-writes.ts';
import { consistencyTokens } from '../store/consistency-token.ts';
import { revisionHints } from '../store/revision-hints.ts';

/** Models, tuples and the feed of changes, and what evaluation shares with them. */
export function storeParts(
  {
    db,
    rpcRunner,
    bus,
    jobs,
    secrets,
    cursors,
    log,
    metrics,
  }: Pick<
    Platform,
    'db' | 'rpcRunner' | 'bus' | 'jobs' | 'secrets' | 'cursors' | 'log' | 'metrics'
  >,
  limits: Config<typeof fgaConfig>,
) {
  const hints = revisionHints(bus);
  const models = modelCache();
  const tokens = consistencyTokens(...secrets.deriveKeys('fga consistency tokens'));
  const worker = dslWorker({ metrics });
  const writer: TupleWriter = tupleWriter({ maxTuples: limits.maxTuples, hints });
  const checkLimits = {
    maxDepth: limits.checkMaxDepth,
    maxNodes: limits.checkMaxNodes,
    maxFanout: limits.checkMaxFanout,
  };
  const deciding = checkParts({ models, tokens, hints, metrics }, limits);
  const exports = exportParts({ db, jobs, cursors, metrics, models }, limits);
  const rpc: RpcMount[] = [
    fgaRpc({
      rpcRunner,
      models,
      tokens,
      writer,
      maxWrites: limits.maxWritesPerRequest,
      writers: limits.rpcWriters,
      decisions: decisionsRpc({ db, decisions: deciding.decisions, readers: limits.rpcReaders }),
    }),
  ];
  const parts = {
    mounts: [
      serve(
        fgaModelOperations,
        modelHandlers({
          cursors,
          worker,
          tokens,
          limits,
          runTests: (model, tests) =>
            runModelTests(model, tests, { limits: checkLimits, timeoutMs: limits.checkTimeoutMs }),
          writer: modelWriter({ maxModels: limits.maxModels, hints }),
        }),
      ),
      serve(fgaTupleOperations, tupleHandlers({ cursors, models, writer, tokens, limits })),
      ...deciding.mounts,
      ...exports.mounts,
    ],
    rpc,
    workers: [
      every(limits.expirySweepIntervalMs, 'expired tuples', log, () =>
        sweepExpiredTuples({ db, hints }),
      ),
      { start: () => undefined, stop: () => worker.close() },
    ],
    jobs: exports.jobs as JobMount[],
    singletons: exports.singletons as SingletonJob[],
  } satisfies ServiceParts;
  return { ...parts, subjectParts: [tuplesPart(db, writer)], models, tokens, hints, writer };
}
