import { useEffect, useState } from 'react';
import { EmptyState } from '../kit/content/empty-state.tsx';
import { Button } from '../kit/controls/button.tsx';
import { useSay } from '../kit/words/words-context.ts';
import { hasDrafts } from './draft.ts';

const reloadedKey = 'reloaded-for';

/** Reloads, unless this address has been reloaded for the same reason before: then a reload does not help. */
function reloadOnce(): boolean {
  if (sessionStorage.getItem(reloadedKey) === location.href) return false;
  sessionStorage.setItem(reloadedKey, location.href);
  location.reload();
  return true;
}

/** In place of a page whose code belongs to an earlier build. Reloads by itself, unless drafts of other pages would be lost. */
export function NewVersion() {
  const say = useSay('app');
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    // In an effect: the page that has been left has kept its draft by now.
    if (hasDrafts() || !reloadOnce()) setIsShown(true);
  }, []);
  if (!isShown) return null;
  return (
    <EmptyState
      why="couldNotLoad"
      level={1}
      title={say('newVersion.title')}
      actions={
        <>
          <Button onPress={() => history.back()}>{say('newVersion.back')}</Button>
          <Button onPress={() => location.reload()}>{say('reload')}</Button>
        </>
      }
    >
      {say('newVersion.text')}
    </EmptyState>
  );
}
