import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { setup } from '@platform/sdk';
import type { HookTestResult, SetupLogStream } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Section } from '../../kit/content/section.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ConfirmWrite } from '../../parts/confirm-write.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import {
  LogStreamError,
  LogStreamFigures,
  LogStreamState,
} from '../../parts/log-stream-health.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { logStreamHealthQuery } from '../queries.ts';
import styles from '../parts/run.module.css';

const refreshes = ['setupLogStreamList', 'setupLogStreamHealth', 'setupGet'] as const;

interface StreamProps {
  stream: SetupLogStream;
}

/** Whether the product has accepted a test event, and what it has answered. */
function Tested({ result: { delivered, attempt } }: { result: HookTestResult }) {
  const say = useSay('logStreams');
  const { durationMs, responseStatus: status } = attempt;
  return (
    <Banner state={delivered ? 'ok' : 'error'} isLive>
      {delivered ? say('test.delivered', { ms: durationMs }) : say('test.failed')}
      {!delivered && status !== null && ` (${status})`}
    </Banner>
  );
}

/** A stream: its health, a test, a pause. */
export function LogStream({ stream: { id, name, status, kind } }: StreamProps) {
  const say = useSay('logStreams');
  const health = useQuery({ ...logStreamHealthQuery(id), refetchInterval: 10_000 });
  const [isDeleting, setIsDeleting] = useState(false);
  const test = useWrite((api, of: string, key) => setup(api).logStreams.test(of, key), {
    refreshes: ['setupLogStreamHealth'],
  });
  const update = useWrite(
    (api, to: 'active' | 'paused') => setup(api).logStreams.update(id, { status: to }),
    { refreshes },
  );
  const remove = useWrite((api, of: string) => setup(api).logStreams.delete(of), { refreshes });
  const error = test.error ?? update.error;
  const next = status === 'paused' ? 'active' : 'paused';
  return (
    <Section
      title={name}
      about={say(`kind.${kind}`)}
      actions={
        <>
          <Button size="small" isPending={test.isPending} onPress={() => test.mutate(id)}>
            {say('test')}
          </Button>
          <Button size="small" isPending={update.isPending} onPress={() => update.mutate(next)}>
            {say(status === 'paused' ? 'resume' : 'pause')}
          </Button>
          <Button size="small" onPress={() => setIsDeleting(true)}>
            {say('delete')}
          </Button>
        </>
      }
    >
      <div className={styles['facts']}>
        {error && <ProblemNote error={error} />}
        {test.data && <Tested result={test.data} />}
        <Loaded query={health} lines={6}>
          {(value) => (
            <>
              <p>
                <LogStreamState health={value} />
              </p>
              <LogStreamError health={value} />
              <LogStreamFigures health={value} />
            </>
          )}
        </Loaded>
      </div>
      {isDeleting && (
        <ConfirmWrite
          title={say('delete.title')}
          consequences={[say('delete.consequence', { name })]}
          action={say('delete')}
          write={remove}
          input={id}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </Section>
  );
}
