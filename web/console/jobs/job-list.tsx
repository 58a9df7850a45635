import { Download, FileDown, Import, ListTree, UsersRound } from 'lucide-react';
import { StatusDot } from '../../kit/content/badge.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Item, ItemList } from '../../kit/content/item-list.tsx';
import { Progress } from '../../kit/content/progress.tsx';
import { Skeleton } from '../../kit/content/skeleton.tsx';
import { RelativeTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { BulkJobActions, BulkJobResult } from './bulk-job-parts.tsx';
import { doneOf, isRunning, shareOf } from './job-order.ts';
import type { Job } from './job-queries.ts';
import { JobPage } from './job-page.tsx';
import { UserExportActions } from './user-export-parts.tsx';
import styles from './jobs.module.css';

const icons = {
  bulk: UsersRound,
  users: FileDown,
  import: Import,
  audit: Download,
  objects: ListTree,
};

const dots = {
  PENDING: 'info',
  RUNNING: 'info',
  COMPLETED: 'ok',
  FAILED: 'error',
  CANCELLED: 'neutral',
  EXPIRED: 'neutral',
} as const;

function useTitle(): (job: Job) => string {
  const say = useSay('jobs');
  return (job) =>
    job.kind === 'bulk'
      ? say(`action.${job.of.action}`, { count: job.of.progress.total })
      : say(`kind.${job.kind}`);
}

/** How far a job is: a bar while it runs, and a number. */
function Done({ job, title }: { job: Job; title: string }) {
  const say = useSay('jobs');
  const formats = useFormats();
  const { done, total } = doneOf(job);
  return (
    <>
      {isRunning(job) && <Progress label={title} share={shareOf(job)} />}
      <span>
        {total === undefined
          ? say('done', { done: formats.formatNumber(done) })
          : say('doneOf', {
              done: formats.formatNumber(done),
              total: formats.formatNumber(total),
            })}
      </span>
    </>
  );
}

function JobItem({ job, onLeave }: { job: Job; onLeave: () => void }) {
  const say = useSay('jobs');
  const titleOf = useTitle();
  const title = titleOf(job);
  return (
    <Item
      icon={icons[job.kind]}
      title={title}
      badges={<StatusDot state={dots[job.of.state]}>{say(`state.${job.of.state}`)}</StatusDot>}
      facts={[<RelativeTime key="at" at={job.of.createdAt} />]}
      actions={
        <>
          {job.kind === 'bulk' && <BulkJobActions job={job.of} title={title} />}
          {job.kind === 'users' && <UserExportActions of={job.of} />}
          {job.kind !== 'bulk' && job.kind !== 'users' && (
            <JobPage kind={job.kind} onLeave={onLeave} />
          )}
        </>
      }
    >
      <div className={styles['stack']}>
        <Done job={job} title={title} />
        {job.kind === 'bulk' && <BulkJobResult job={job.of} />}
      </div>
    </Item>
  );
}

export interface JobListProps {
  jobs: readonly Job[];
  isLoading: boolean;
  onClose: () => void;
}

/** What runs and what has run, newest first. Nothing stops when it is closed. */
export function JobList({ jobs, isLoading, onClose }: JobListProps) {
  const say = useSay('jobs');
  const sayKit = useSay('kit');
  return (
    <Dialog
      title={say('title')}
      size="wide"
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>{sayKit('close')}</Button>}
    >
      {jobs.length > 0 && (
        <ItemList label={say('title')}>
          {jobs.map((job) => (
            <JobItem key={job.of.id} job={job} onLeave={onClose} />
          ))}
        </ItemList>
      )}
      {jobs.length === 0 &&
        (isLoading ? (
          <Skeleton lines={4} />
        ) : (
          <EmptyState why="noneYet" title={say('none.title')} level={3}>
            {say('none.text')}
          </EmptyState>
        ))}
    </Dialog>
  );
}
