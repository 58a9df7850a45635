import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { users } from '@platform/sdk';
import type { UserBulkJob } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Button } from '../../kit/controls/button.tsx';
import { Link } from '../../kit/controls/link.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ConfirmWrite } from '../../parts/confirm-write.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { bulkFailuresQuery } from './job-queries.ts';
import styles from './jobs.module.css';

/** Stops a bulk job between two users. */
export function BulkJobActions({ job, title }: { job: UserBulkJob; title: string }) {
  const say = useSay('jobs');
  const session = useSession();
  const [isAsking, setIsAsking] = useState(false);
  const cancel = useWrite((api, id: string, key) => users(api).bulkJobs.cancel(id, key), {
    refreshes: ['userBulkJobList', 'userDirectoryList', 'userDirectorySummary'],
  });
  const mayCancel =
    ['PENDING', 'RUNNING'].includes(job.state) && mayCall(session, 'userBulkJobCancel');
  if (!mayCancel && !isAsking) return null;
  return (
    <>
      <Button size="small" onPress={() => setIsAsking(true)}>
        {say('cancel')}
      </Button>
      {isAsking && (
        <ConfirmWrite
          title={say('cancel.title', { title })}
          consequences={[say('cancel.kept'), say('cancel.rest')]}
          action={say('cancel.action')}
          write={cancel}
          input={job.id}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

/** The users that could not be changed, and why. */
function Failures({ id }: { id: string }) {
  const say = useSay('jobs');
  const query = useQuery(bulkFailuresQuery(id));
  return (
    <Loaded query={query} lines={3}>
      {({ data, hasMore }) => (
        <ul className={styles['failures']}>
          {data.map(({ userId, detail }) => (
            <li key={userId}>
              <Link href={`/users/${userId}`}>{userId}</Link>: {detail}
            </li>
          ))}
          {hasMore && <li>{say('failures.more')}</li>}
        </ul>
      )}
    </Loaded>
  );
}

/** What a bulk job has done, and what it could not do. */
export function BulkJobResult({ job: { id, progress, error } }: { job: UserBulkJob }) {
  const say = useSay('jobs');
  const [isShown, setIsShown] = useState(false);
  const { unchanged, failed } = progress;
  return (
    <>
      {unchanged > 0 && <span>{say('unchanged', { count: unchanged })}</span>}
      {error && <span className={styles['error']}>{say('failed.internal')}</span>}
      {failed > 0 && (
        <>
          <span className={styles['error']}>
            {say('failures', { count: failed })}{' '}
            <Button
              size="small"
              kind="quiet"
              aria-expanded={isShown}
              onPress={() => setIsShown(!isShown)}
            >
              {say(isShown ? 'failures.hide' : 'failures.show')}
            </Button>
          </span>
          {isShown && <Failures id={id} />}
        </>
      )}
    </>
  );
}
