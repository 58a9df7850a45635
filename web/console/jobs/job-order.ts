import type { Job } from './job-queries.ts';

export const isRunning = ({ of: { state } }: Pick<Job, 'of'>): boolean =>
  state === 'PENDING' || state === 'RUNNING';

const startedAt = ({ of }: Job): number => Date.parse(of.createdAt);

/** Jobs that run come first, then the newest. */
export const inOrder = (jobs: readonly Job[]): Job[] =>
  jobs.toSorted(
    (a, b) => Number(isRunning(b)) - Number(isRunning(a)) || startedAt(b) - startedAt(a),
  );

/** How much of a job is done, in its own units; `total` is undefined if it is unknown. */
export function doneOf(job: Job): { done: number; total: number | undefined } {
  switch (job.kind) {
    case 'bulk':
      return { done: job.of.progress.done, total: job.of.progress.total };
    case 'users':
      return { done: job.of.progress.records, total: job.of.progress.total ?? undefined };
    case 'import':
      return { done: job.of.progress.read, total: job.of.progress.total ?? undefined };
    case 'audit':
      return { done: job.of.progress.records, total: undefined };
    case 'objects':
      return { done: job.of.scanned, total: undefined };
  }
}

/** The share that is done, from 0 to 1; undefined if the total is unknown. */
export function shareOf(job: Job): number | undefined {
  const { done, total } = doneOf(job);
  if (total === undefined) return undefined;
  return total === 0 ? 1 : Math.min(1, done / total);
}
