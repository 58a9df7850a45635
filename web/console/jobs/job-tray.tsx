import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { ListChecks } from 'lucide-react';
import { refreshReads } from '../../client/query.ts';
import type { Session } from '../../client/session.ts';
import { IconButton } from '../../kit/controls/icon-button.tsx';
import { useSay, useWords } from '../../kit/words/words-context.ts';
import { isRunning } from './job-order.ts';
import type { Job } from './job-queries.ts';
import { onOpenJobs } from './open-jobs.ts';
import { useJobs } from './use-jobs.ts';
import styles from './jobs.module.css';
import { lazyPart } from '../../kit/lazy-part.tsx';

const JobList = lazyPart(async () => (await import('./job-list.tsx')).JobList);

/** Reads users again once a bulk job has ended: what a page shows of them has changed. */
function useRefreshedUsers(jobs: readonly Job[]): void {
  const queryClient = useQueryClient();
  const running = jobs.filter((job) => job.kind === 'bulk' && isRunning(job)).length;
  const before = useRef(running);
  useEffect(() => {
    const hasEnded = running < before.current;
    before.current = running;
    if (hasEnded)
      void refreshReads(queryClient, [
        'userDirectoryList',
        'userDirectoryGet',
        'userDirectorySummary',
      ]);
  }, [queryClient, running]);
}

function Tray({ session }: { session: Session }) {
  const say = useSay('jobs');
  const [isOpen, setIsOpen] = useState(false);
  const { jobs, isLoading } = useJobs(session);
  useRefreshedUsers(jobs);
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

/**
 * Everything that runs, behind a button of the header: bulk jobs, exports, imports. It is read from the API, so that a closed tab loses
 * nothing. It appears once its words are loaded: no page waits for them. The session comes from the frame, which is gone after a sign-out.
 */
export function JobTray({ session }: { session: Session }) {
  const words = useWords();
  const [isReady, setIsReady] = useState(words.loaded('jobs') !== undefined);
  useEffect(() => {
    words.load('jobs').then(
      () => setIsReady(true),
      () => undefined,
    );
  }, [words]);
  return isReady && <Tray session={session} />;
}
