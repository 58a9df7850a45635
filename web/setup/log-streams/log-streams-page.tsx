import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ButtonLink } from '../../kit/controls/button.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { SendToColleague } from '../parts/send-to-colleague.tsx';
import { logStreamsQuery } from '../queries.ts';
import { CreateLogStream } from './create-log-stream.tsx';
import { LogStream } from './log-stream.tsx';
import styles from '../parts/choice.module.css';

/** The log streams of the organization. Without one, the form of the first. */
export function LogStreamsPage() {
  const say = useSay('logStreams');
  const sayFrame = useSay('setup');
  const query = useQuery(logStreamsQuery);
  const [isCreating, setIsCreating] = useState(false);
  return (
    <div className={styles['choice']}>
      <PageHeader
        title={sayFrame('task.logs')}
        crumbs={[{ label: sayFrame('overview.title'), href: '/' }]}
        meta={sayFrame('logs.about')}
      />
      <Loaded query={query} lines={5}>
        {({ data }) => (
          <div>
            {data.map((stream) => (
              <LogStream key={stream.id} stream={stream} />
            ))}
            {data.length === 0 || isCreating ? (
              <CreateLogStream onCreated={() => setIsCreating(false)} />
            ) : (
              <div>
                <Button onPress={() => setIsCreating(true)}>{say('create')}</Button>{' '}
                <ButtonLink kind="primary" href="/">
                  {sayFrame('overview.back')}
                </ButtonLink>
              </div>
            )}
            <SendToColleague />
          </div>
        )}
      </Loaded>
    </div>
  );
}
