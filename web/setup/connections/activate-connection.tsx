import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { setup } from '@platform/sdk';
import type { SetupDirectory } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Button, ButtonLink } from '../../kit/controls/button.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ConfirmWrite } from '../../parts/confirm-write.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { useProviderWords } from '../parts/provider-words.ts';
import { isActive, stepHref } from './connection-steps.ts';
import styles from '../parts/run.module.css';

const refreshes = ['setupConnectionList', 'setupGet'] as const;

function DeleteConnection({ connection }: { connection: SetupDirectory }) {
  const say = useSay('setup-connections');
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useWrite((api, id: string) => setup(api).connections.delete(id), {
    refreshes,
    onDone: () => void navigate({ to: '/connections' }),
  });
  return (
    <>
      <Button kind="quiet" onPress={() => setIsAsking(true)}>
        {say('delete')}
      </Button>
      {isAsking && (
        <ConfirmWrite
          title={say('delete.title', { name: connection.name })}
          consequences={[say(isActive(connection) ? 'delete.active' : 'delete.inactive')]}
          action={say('delete')}
          write={remove}
          input={connection.id}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

/** The last step: users can sign in with the connection. */
export function ActivateConnection({
  connection,
  test,
}: {
  connection: SetupDirectory;
  test: string | undefined;
}) {
  const say = useSay('setup-connections');
  const sayFrame = useSay('setup');
  const { nameOf } = useProviderWords();
  const { id, provider, lastProbe } = connection;
  const activate = useWrite((api, of: string, key) => setup(api).connections.activate(of, key), {
    refreshes,
  });
  if (isActive(connection))
    return (
      <>
        <Banner state="ok" title={say('active.title')} isLive>
          {say('active.text', { provider: nameOf(provider) })}
        </Banner>
        <div className={styles['actions']}>
          <ButtonLink kind="primary" href="/">
            {sayFrame('overview.back')}
          </ButtonLink>
          <DeleteConnection connection={connection} />
        </div>
      </>
    );
  const isTested = lastProbe?.ok === true;
  return (
    <>
      <p>{say('activate.text', { provider: nameOf(provider) })}</p>
      {!isTested && (
        <Banner
          state="warning"
          actions={
            <ButtonLink size="small" href={stepHref(id, 'test', test)}>
              {say('activate.toTest')}
            </ButtonLink>
          }
        >
          {say('activate.untested')}
        </Banner>
      )}
      {activate.error && <ProblemNote error={activate.error} />}
      <div className={styles['actions']}>
        <Button
          kind="primary"
          isDisabled={!isTested}
          isPending={activate.isPending}
          onPress={() => activate.mutate(id)}
        >
          {say('activate')}
        </Button>
        <DeleteConnection connection={connection} />
      </div>
    </>
  );
}
