import { useQuery } from '@tanstack/react-query';
import { FolderTree, Globe, KeyRound, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { setup } from '@platform/sdk';
import type { Setup } from '@platform/sdk';
import { readShell } from '../../client/shell.ts';
import { useWrite } from '../../client/write.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { Banner } from '../../kit/content/banner.tsx';
import { Item, ItemList } from '../../kit/content/item-list.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Button, ButtonLink } from '../../kit/controls/button.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ConfirmWrite } from '../../parts/confirm-write.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { SendToColleague } from '../parts/send-to-colleague.tsx';
import { setupQuery } from '../queries.ts';
import { taskPaths } from '../routes.ts';
import styles from './overview.module.css';

const icons = { sso: KeyRound, directory: FolderTree, domains: Globe, logs: ScrollText } as const;
const dots = { open: 'neutral', started: 'info', done: 'ok' } as const;

function Task({ task: { intent, state } }: { task: Setup['tasks'][number] }) {
  const say = useSay('setup');
  return (
    <Item
      icon={icons[intent]}
      title={say(`task.${intent}`)}
      badges={<StatusDot state={dots[state]}>{say(`state.${state}`)}</StatusDot>}
      facts={[say(`taskText.${intent}`)]}
      actions={
        <ButtonLink href={taskPaths[intent]} kind={state === 'open' ? 'primary' : 'plain'}>
          {say(`task.${state}`)}
          <span className="visually-hidden"> {say(`task.${intent}`)}</span>
        </ButtonLink>
      }
    />
  );
}

/** The end: the link opens nothing any more. */
function Finish({ setup: { tasks } }: { setup: Setup }) {
  const say = useSay('setup');
  const [isAsking, setIsAsking] = useState(false);
  const complete = useWrite((api, _: null, key) => setup(api).complete(key), {
    refreshes: ['setupGet'],
  });
  const open = tasks.filter(({ state }) => state !== 'done').length;
  return (
    <Section
      title={say('finish.title')}
      about={say('finish.text')}
      actions={
        <Button kind={open === 0 ? 'primary' : 'plain'} onPress={() => setIsAsking(true)}>
          {say('finish')}
        </Button>
      }
    >
      {isAsking && (
        <ConfirmWrite
          title={say('finish.question')}
          consequences={[
            say('finish.link'),
            ...(open > 0 ? [say('finish.open', { count: open })] : []),
          ]}
          action={say('finish')}
          isDanger={false}
          write={complete}
          input={null}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Section>
  );
}

/** What the link asks for, and how far each of it is. */
export function OverviewPage() {
  const say = useSay('setup');
  const { tenantName } = readShell();
  const query = useQuery(setupQuery);
  return (
    <div className={styles['page']}>
      <Loaded query={query} lines={8}>
        {(value) => (
          <>
            <PageHeader
              title={say('overview.heading', {
                organization: value.organization.name,
                tenant: tenantName,
              })}
              meta={say('overview.text')}
            />
            {value.completedAt !== null && (
              <Banner state="ok" title={say('completed.title')} isLive>
                {say('completed.text')}
              </Banner>
            )}
            <div className={styles['tasks']}>
              <ItemList label={say('overview.title')}>
                {value.tasks.map((task) => (
                  <Task key={task.intent} task={task} />
                ))}
              </ItemList>
            </div>
            {value.completedAt === null && (
              <>
                <Finish setup={value} />
                <SendToColleague />
                <p className={styles['ends']}>
                  {say.rich('overview.ends', { time: <ExactTime key="time" at={value.endsAt} /> })}
                </p>
              </>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}
