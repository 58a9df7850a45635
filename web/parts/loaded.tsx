import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Read } from '../client/query.ts';
import { problemWords } from '../client/problem-words.ts';
import { Banner } from '../kit/content/banner.tsx';
import { Skeleton } from '../kit/content/skeleton.tsx';
import { ExactTime } from '../kit/content/time.tsx';
import { useSay } from '../kit/words/words-context.ts';
import { ProblemNote } from './problem-note.tsx';

export interface LoadedProps<T> {
  query: UseQueryResult<Read<T>>;
  /** Lines of the skeleton: as many as the content will have, so that nothing moves. */
  lines?: number;
  /** Replaces the skeleton. */
  loading?: ReactNode;
  children: (value: T, read: Read<T>) => ReactNode;
}

/** Says of which time the content is, while it cannot be read again. */
function Stale({ error, at }: { error: unknown; at: number }) {
  const say = useSay('app');
  const sayProblem = useSay('problems');
  const { key, values } = problemWords(error);
  return (
    <Banner state="warning" isLive>
      {sayProblem(key, values)}{' '}
      {say.rich('asOf', { time: <ExactTime key="time" at={new Date(at)} /> })}
    </Banner>
  );
}

/** A part of a page that a query fills. It loads and fails alone; what has been read stays while it cannot be read again. */
export function Loaded<T>({ query, lines, loading, children }: LoadedProps<T>) {
  const { data, error, failureReason, dataUpdatedAt, refetch } = query;
  const failure = error ?? failureReason;
  if (data)
    return (
      <>
        {failure && <Stale error={failure} at={dataUpdatedAt} />}
        {children(data.value, data)}
      </>
    );
  if (failure)
    return <ProblemNote error={failure} isRetrying={!error} onRetry={() => void refetch()} />;
  return <>{loading ?? <Skeleton lines={lines} />}</>;
}
