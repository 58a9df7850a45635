import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Button, ButtonLink } from '../../kit/controls/button.tsx';
import { useSay } from '../../kit/words/words-context.ts';

/** Why the list has no users, and what helps. */
export function UsersEmpty({
  isFiltered,
  onCreate,
}: {
  isFiltered: boolean;
  /** Undefined for those who may not create users. */
  onCreate: (() => void) | undefined;
}) {
  const say = useSay('users');
  if (isFiltered)
    return (
      <EmptyState
        why="noneMatch"
        title={say('noneMatch.title')}
        actions={<ButtonLink href="/users">{say('noneMatch.clear')}</ButtonLink>}
      >
        {say('noneMatch.text')}
      </EmptyState>
    );
  return (
    <EmptyState
      why="noneYet"
      title={say('noneYet.title')}
      actions={onCreate && <Button onPress={onCreate}>{say('create')}</Button>}
    >
      {say('noneYet.text')}
    </EmptyState>
  );
}
