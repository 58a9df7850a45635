import { Suspense, lazy, useEffect, useState } from 'react';
import { ListChecks } from 'lucide-react';
import { IconButton } from '../../kit/controls/icon-button.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { isRunning } from './job-order.ts';
import { onOpenJobs } from './open-jobs.ts';
import { useJobs } from './use-jobs.ts';
import styles from './jobs.module.css';

const JobList = lazy(async () => ({ default: (await import('./job-list.tsx')).JobList }));

/**
 * Everything that runs, behind a button of the header: bulk jobs, exports, imports. It is read from the API, so that a closed tab loses
 * nothing.
 */
export function JobTray() {
  const say = useSay('jobs');
  const [isOpen, setIsOpen] = useState(false);
  const { jobs, isLoading } = useJobs();
  useEffect(() => onOpenJobs(() => setIsOpen(true)), []);
  const running = jobs.filter(isRunning).length;
  return (
    <>
      <span className={styles['button']}>
        <IconButton
          icon={ListChecks}
          label={say('button', { count: running })}
          onPress={() => setIsOpen(true)}
        />
        {running > 0 && (
          <span className={styles['count']} aria-hidden>
            {running}
          </span>
        )}
      </span>
      {isOpen && (
        <Suspense>
          <JobList jobs={jobs} isLoading={isLoading} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
