import { handleJob, jobKind } from '@platform/kit/jobs';
import type { JobMount, Jobs, SingletonJob } from '@platform/kit/jobs';
import type { Database } from '@platform/kit/database';
import { z } from 'zod';
import type { DomainChecks } from './domain-check.ts';
import { findLoginDomain, listDueDomains } from './domain-store.ts';

/** Checks of one domain. */
const domainCheckKind = jobKind({
  name: 'domain_check',
  payload: z.object({ domain: z.string() }),
  concurrency: 50,
  perTenant: 5,
  maxAttempts: 3,
  retentionMs: 3_600_000,
});

/** Checks one domain that is due. */
export const domainCheckJob = (checks: DomainChecks, clock: () => number): JobMount =>
  handleJob(domainCheckKind, {
    async run(job) {
      const { domain } = job.payload;
      const record = await job.read((tx) => findLoginDomain(tx, domain));
      // A manual verification may have come first.
      if (!record || record.nextCheckAt.getTime() > clock()) return;
      await checks.storeFindings(job, domain, await checks.look(record));
    },
  });

const perSweep = 500;

/** Enqueues a job for each domain whose check is due. */
export const domainSweep = (
  { db, jobs }: { db: Pick<Database, 'work' | 'transact'>; jobs: Pick<Jobs, 'enqueue'> },
  { clock, everyMs }: { clock: () => number; everyMs: number },
): SingletonJob => ({
  name: 'domain checks',
  schedule: everyMs,
  atStart: true,
  async work(signal) {
    const due = await db.work((tx) => listDueDomains(tx, new Date(clock()), perSweep));
    for (const { tenantId, domain } of due) {
      if (signal.aborted) return;
      const context = { tenantId, actor: { type: 'system', id: 'identity-facade' } } as const;
      await db.transact(context, (tx) =>
        jobs.enqueue(tx, domainCheckKind, { domain }, { dedupeKey: domain }),
      );
    }
  },
});
