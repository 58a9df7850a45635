import { relationEngine } from '@platform/relations';
import type { SnapshotSource } from '@platform/relations';
import { cursors, database } from '@platform/kit/database';
import { createMetrics, silentLog } from '@platform/kit/telemetry';
import type { EngineQuestion, Told } from './engine.ts';

// A separate process: in the measuring one, the client's garbage would be collected during answers.
const db = database({
  url: process.env['DATABASE_URL'] ?? '',
  service: 'fga',
  schema: 'access',
  maxConnections: 10,
  statementTimeoutMs: 2_000,
  log: silentLog,
});
// The defaults of the service, without caches.
const traversal = { maxDepth: 10, maxNodes: 1_000, maxFanout: 100 };
const { check, batchCheck, listObjects } = relationEngine({
  bus: { hint: () => undefined, onHint: () => undefined },
  metrics: createMetrics('engine'),
  cursors: cursors(Buffer.alloc(32)),
  tokenKeys: [Buffer.alloc(32)],
  limits: {
    model: {
      maxObjectTypes: 0,
      maxRelationsPerType: 0,
      maxModelBytes: 0,
      maxRewriteNestingDepth: 0,
      maxModels: 0,
    },
    tuples: { maxTuples: 0, maxWritesPerRequest: 0, maxImportTuples: 0, changesRetentionMs: 0 },
    check: { ...traversal, maxBatchSize: 50, maxContextualTuples: 100, timeoutMs: 2_000 },
    list: { ...traversal, maxCandidates: 500, maxResults: 100 },
    cache: { ttlMs: 0, maxEntries: 1, maxStalenessMs: 1_000 },
  },
});
const context = {
  tenantId: process.env['TENANT_ID'] ?? '',
  actor: { type: 'system', id: 'engine' },
} as const;
const source: SnapshotSource = { context, read: (work) => db.read(context, work) };
const tell = (told: Told): boolean => process.send!(told);

process.on('message', ({ kind, body }: EngineQuestion) => {
  const startedAt = performance.now();
  const answered: Promise<unknown> =
    kind === 'check'
      ? check(source, body as never)
      : kind === 'batch'
        ? batchCheck(source, body as never)
        : listObjects(source, body as never);
  answered.then(
    (answer) => tell({ ms: performance.now() - startedAt, answer }),
    (error: unknown) => tell({ ms: 0, fault: String(error) }),
  );
});
process.once('disconnect', () => process.exit(0));
