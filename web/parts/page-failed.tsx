import type { ErrorComponentProps } from '@tanstack/react-router';
import { isProblem } from '@platform/sdk';
import { SessionUnavailable } from '../client/session.ts';
import { EmptyState } from '../kit/content/empty-state.tsx';
import { Button } from '../kit/controls/button.tsx';
import { useSay } from '../kit/words/words-context.ts';
import { ProblemNote } from './problem-note.tsx';

/** A chunk that cannot be loaded belongs to an earlier build: only the newest two are kept. */
const isMissingChunk = (error: unknown): boolean =>
  error instanceof TypeError &&
  /dynamically imported module|import.*module script/i.test(error.message);

/** Shown in place of a page that failed. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const say = useSay('app');
  if (isProblem(error) || (error as unknown) instanceof SessionUnavailable)
    return <ProblemNote error={error} onRetry={reset} />;
  const name = isMissingChunk(error) ? 'newVersion' : 'pageFailed';
  return (
    <EmptyState
      why="couldNotLoad"
      title={say(`${name}.title`)}
      actions={<Button onPress={() => location.reload()}>{say('reload')}</Button>}
    >
      {say(`${name}.text`)}
    </EmptyState>
  );
}
