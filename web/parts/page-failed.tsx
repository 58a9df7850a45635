import type { ErrorComponentProps } from '@tanstack/react-router';
import { isProblem } from '@platform/sdk';
import { SessionUnavailable } from '../client/session.ts';
import { EmptyState } from '../kit/content/empty-state.tsx';
import { Button } from '../kit/controls/button.tsx';
import { MissingChunk } from '../kit/missing-chunk.ts';
import { useSay } from '../kit/words/words-context.ts';
import { NewVersion } from './new-version.tsx';
import { ProblemNote } from './problem-note.tsx';

/** Code or words of an earlier build that is no longer served. */
const isMissingChunk = (error: unknown): boolean =>
  error instanceof MissingChunk ||
  (error instanceof TypeError &&
    /dynamically imported module|import.*module script/i.test(error.message));

/** Shown in place of a page that failed. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const say = useSay('app');
  if (isProblem(error) || (error as unknown) instanceof SessionUnavailable)
    return <ProblemNote error={error} onRetry={reset} />;
  if (isMissingChunk(error)) return <NewVersion />;
  return (
    <EmptyState
      why="couldNotLoad"
      level={1}
      title={say('pageFailed.title')}
      actions={<Button onPress={() => location.reload()}>{say('reload')}</Button>}
    >
      {say('pageFailed.text')}
    </EmptyState>
  );
}
