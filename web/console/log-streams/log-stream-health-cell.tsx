import { useQuery } from '@tanstack/react-query';
import { useSay } from '../../kit/words/words-context.ts';
import { LogStreamState } from '../../parts/log-stream-health.tsx';
import { logStreamHealthQuery } from './log-stream-queries.ts';
import styles from './log-streams.module.css';

/** State, backlog and lag in a cell of the list. Each row reads its own. */
export function LogStreamHealthCell({ id }: { id: string }) {
  const say = useSay('logStreams');
  const { data } = useQuery(logStreamHealthQuery(id));
  if (!data) return <>…</>;
  const { backlog, lagSeconds, lastError, state } = data.value;
  const notes = [
    ...(backlog > 0 ? [say('backlog', { count: backlog })] : []),
    ...(lagSeconds > 0 ? [say('lag', { count: lagSeconds })] : []),
    ...(lastError && ['degraded', 'failing'].includes(state)
      ? [say(`error.${lastError.code}`)]
      : []),
  ];
  return (
    <span className={styles['health']}>
      <LogStreamState health={data.value} />
      {notes.length > 0 && <span className={styles['quiet']}>{notes.join(' · ')}</span>}
    </span>
  );
}
