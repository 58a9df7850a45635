import { EmptyState } from '../../kit/content/empty-state.tsx';
import { ButtonLink } from '../../kit/controls/button.tsx';
import { useSay } from '../../kit/words/words-context.ts';

/** Leads to the first step. */
export function NoSource() {
  const say = useSay('migration');
  return (
    <EmptyState
      why="noneYet"
      title={say('none.title')}
      actions={<ButtonLink href="/migration">{say('none.setUp')}</ButtonLink>}
    >
      {say('none.text')}
    </EmptyState>
  );
}
