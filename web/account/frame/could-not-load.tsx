import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { useSay } from '../../kit/words/words-context.ts';

/** Shown when the session cannot be read. */
export function CouldNotLoad() {
  const say = useSay('account');
  return (
    <main>
      <EmptyState
        why="couldNotLoad"
        title={say('couldNotLoad.title')}
        actions={
          <Button kind="primary" onPress={() => location.reload()}>
            {say('couldNotLoad.retry')}
          </Button>
        }
      >
        {say('couldNotLoad.text')}
      </EmptyState>
    </main>
  );
}
