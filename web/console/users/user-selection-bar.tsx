import { useRef, useState } from 'react';
import type { User } from '@platform/sdk';
import { problemWords } from '../../client/problem-words.ts';
import type { ManyOutcome, ManyProgress } from '../../client/run-many.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { SelectionBar } from '../../kit/table/table-tools.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { useSuspension } from './suspension.ts';
import { userName } from './user-names.ts';
import styles from './users.module.css';

/** Those who could not be changed, and why. */
function Failures({ failed }: { failed: ManyOutcome<User>['failed'] }) {
  const say = useSay('users');
  const sayProblem = useSay('problems');
  return (
    <Banner state="error" isLive title={say('failed', { count: failed.length })}>
      <ul className={styles['failures']}>
        {failed.map(({ of, error }) => {
          const { key, values } = problemWords(error);
          return (
            <li key={of.id}>
              <bdi>{userName(of)}</bdi>: {sayProblem(key, values)}
            </li>
          );
        })}
      </ul>
    </Banner>
  );
}

/** What can be done with the selected users. It runs from the page, so it can be stopped. */
export function UserSelectionBar({
  selected,
  onClear,
  onAll,
}: {
  selected: readonly User[];
  onClear: () => void;
  /** Chooses all users that match instead. Undefined for those who may not change many. */
  onAll: (() => void) | undefined;
}) {
  const say = useSay('users');
  const suspension = useSuspension();
  const [progress, setProgress] = useState<ManyProgress>();
  const [failed, setFailed] = useState<ManyOutcome<User>['failed']>([]);
  const stop = useRef<AbortController>(undefined);

  async function change(status: 'active' | 'suspended'): Promise<void> {
    stop.current = new AbortController();
    setProgress({ done: 0, total: selected.length });
    const { signal } = stop.current;
    const outcome = await suspension(selected, status, { signal, onProgress: setProgress });
    setProgress(undefined);
    setFailed(outcome.failed);
    onClear();
  }

  return (
    <>
      {failed.length > 0 && <Failures failed={failed} />}
      <SelectionBar count={selected.length} onClear={onClear}>
        {progress ? (
          <>
            <span role="status">{say('progress', { ...progress })}</span>
            <Button size="small" onPress={() => stop.current?.abort()}>
              {say('stop')}
            </Button>
          </>
        ) : (
          <>
            <Button size="small" onPress={() => void change('suspended')}>
              {say('suspend')}
            </Button>
            <Button size="small" onPress={() => void change('active')}>
              {say('activate')}
            </Button>
            {onAll && (
              <Button size="small" onPress={onAll}>
                {say('allMatching')}
              </Button>
            )}
          </>
        )}
      </SelectionBar>
    </>
  );
}
