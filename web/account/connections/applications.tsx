import { useState } from 'react';
import { me } from '@platform/sdk';
import type { AccountConsent } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { Avatar } from '../../kit/content/avatar.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime, RelativeTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ConfirmWrite } from '../../parts/confirm-write.tsx';
import { Item, ItemList } from '../../kit/content/item-list.tsx';
import { useScopeWords } from './scope-words.ts';
import styles from './connections.module.css';

interface RowProps {
  application: AccountConsent;
  onRemove: () => void;
}

/** An application, what it may do, and since when. */
function ApplicationRow({ application, onRemove }: RowProps) {
  const say = useSay('account-connections');
  const { clientName: name, scopes, grantedAt, lastUsedAt } = application;
  const words = useScopeWords(scopes);
  return (
    <Item
      lead={<Avatar name={name} shape="square" size={36} />}
      title={<Verbatim text={name} />}
      facts={[
        say.rich('application.since', { time: <ExactTime key="t" at={grantedAt} isDate /> }),
        say.rich('application.used', { time: <RelativeTime key="t" at={lastUsedAt} /> }),
      ]}
      actions={
        <Button
          size="small"
          onPress={onRemove}
          aria-label={`${say('application.remove')}: ${name}`}
        >
          {say('application.remove')}
        </Button>
      }
    >
      <ul className={styles['scopes']}>
        {(words.length > 0 ? words : [say('scope.openid')]).map((sentence) => (
          <li key={sentence}>
            <Verbatim text={sentence} />
          </li>
        ))}
      </ul>
    </Item>
  );
}

/** The applications that have access to the account. */
export function Applications({ applications }: { applications: readonly AccountConsent[] }) {
  const say = useSay('account-connections');
  const [removing, setRemoving] = useState<AccountConsent>();
  const remove = useWrite((api, id: string) => me(api).applications.delete(id), {
    refreshes: ['meApplicationList', 'meActivityList'],
  });
  return (
    <Section
      title={say('applications')}
      about={say(applications.length === 0 ? 'applications.none' : 'applications.about')}
    >
      {applications.length > 0 && (
        <ItemList label={say('applications')}>
          {applications.map((application) => (
            <ApplicationRow
              key={application.clientId}
              application={application}
              onRemove={() => setRemoving(application)}
            />
          ))}
        </ItemList>
      )}
      {removing && (
        <ConfirmWrite
          title={say('application.removeTitle', { name: removing.clientName })}
          consequences={[say('application.removeEffect'), say('application.removeData')]}
          action={say('application.removeAction')}
          write={remove}
          input={removing.clientId}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </Section>
  );
}
