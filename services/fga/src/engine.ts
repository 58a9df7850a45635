import type { Database, Tx } from '@platform/kit/database';
import { createMetrics } from '@platform/kit/telemetry';
import { checkParts } from './compose/checks.ts';
import type { CheckConfig } from './compose/checks.ts';
import { modelCache } from './models/model-cache.ts';
import { consistencyTokens } from './store/consistency-token.ts';

/** Properties of the engine as they are by default; nothing is kept between requests. */
const withoutCaches = {
  checkMaxDepth: 10,
  checkMaxNodes: 1_000,
  checkMaxFanout: 100,
  maxBatchSize: 50,
  maxContextualTuples: 100,
  checkTimeoutMs: 2_000,
  listMaxDepth: 10,
  listMaxNodes: 1_000,
  listMaxFanout: 100,
  listMaxCandidates: 500,
  listMaxResults: 100,
  cacheTtlSeconds: 0,
  cacheMaxEntries: 1,
  cacheMaxStalenessMs: 1_000,
} satisfies CheckConfig;

/** The engine by itself over a database of the service, for whoever times it without a network. */
export function engine(db: Pick<Database, 'read'>, tenantId: string) {
  const context = { tenantId, actor: { type: 'system', id: 'engine' } } as const;
  const { decisions } = checkParts(
    {
      models: modelCache(),
      tokens: consistencyTokens(Buffer.alloc(32)),
      hints: { announce: () => undefined, onStep: () => undefined },
      metrics: createMetrics('engine'),
    },
    withoutCaches,
  );
  const reading = {
    context,
    read: <T>(work: (tx: Tx) => Promise<T>) => db.read(context, work),
  };
  return {
    check: (input: Parameters<typeof decisions.check>[1]) => decisions.check(reading, input),
    batch: (input: Parameters<typeof decisions.batch>[1]) => decisions.batch(reading, input),
    listObjects: (input: Parameters<typeof decisions.listObjects>[1]) =>
      decisions.listObjects(reading, input),
  };
}
