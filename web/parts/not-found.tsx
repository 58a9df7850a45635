import { EmptyState } from '../kit/content/empty-state.tsx';
import { ButtonLink } from '../kit/controls/button.tsx';
import { useSay } from '../kit/words/words-context.ts';

/** The page of an address that leads nowhere. */
export function NotFound() {
  const say = useSay('app');
  return (
    <EmptyState
      why="noneMatch"
      title={say('notFound.title')}
      actions={<ButtonLink href="/">{say('notFound.home')}</ButtonLink>}
    >
      {say('notFound.text')}
    </EmptyState>
  );
}
