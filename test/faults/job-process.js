// A pod with one kind of job, which takes ten steps, each with an effect. It says what it does, and holds where it is told to.
import { createInterface } from 'node:readline';
import { database } from '@platform/kit/database';
import { handleJob, jobKind, jobService } from '@platform/kit/jobs';
import { silentLog, createMetrics } from '@platform/kit/telemetry';
import { z } from 'zod';

const [url, worker, hold] = process.argv.slice(2);
const say = (line) => process.stdout.write(`${line}\n`);
const lines = createInterface({ input: process.stdin });
const told = () => new Promise((resolve) => lines.once('line', resolve));
const holdAt = async (place) => {
  if (place !== hold) return;
  say(`holds ${place}`);
  await told();
};

const db = database({
  service: 'directory',
  url,
  schema: 'shop',
  maxConnections: 4,
  statementTimeoutMs: 30_000,
  log: silentLog,
});
const kind = jobKind({ name: 'steps', payload: z.object({}), leaseMs: 3_000, backoffMs: 50 });
const steps = handleJob(kind, {
  async run(job) {
    say(`resumes at ${job.resumeFrom ?? 0}`);
    for (let step = (job.resumeFrom ?? 0) + 1; step <= 10; step++) {
      await holdAt(`before ${step}`);
      await job
        .transact(async (tx) => {
          await tx.execute('INSERT INTO effect (tenant_id, worker, step) VALUES ($1, $2, $3)', [
            job.tenantId,
            worker,
            step,
          ]);
          await job.checkpoint(tx, step);
          await holdAt(`in ${step}`);
        })
        .catch((error) => {
          say(`${error.constructor.name} at ${step}`);
          throw error;
        });
    }
  },
});
const service = jobService({
  db,
  bus: { hint: () => undefined, onHint: () => undefined },
  log: silentLog,
  metrics: createMetrics('shop'),
  service: 'shop',
  worker,
  pollMs: 50,
});
service.runs([steps], []).worker.start();
