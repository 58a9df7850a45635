import { engine } from '@platform/fga';
import { database } from '@platform/kit/database';
import { silentLog } from '@platform/kit/telemetry';
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
const { check, batch, listObjects } = engine(db, process.env['TENANT_ID'] ?? '');
const tell = (told: Told): boolean => process.send!(told);

process.on('message', ({ kind, body }: EngineQuestion) => {
  const startedAt = performance.now();
  const answered: Promise<unknown> =
    kind === 'check'
      ? check(body as never)
      : kind === 'batch'
        ? batch(body as never)
        : listObjects(body as never);
  answered.then(
    (answer) => tell({ ms: performance.now() - startedAt, answer }),
    (error: unknown) => tell({ ms: 0, fault: String(error) }),
  );
});
process.once('disconnect', () => process.exit(0));
