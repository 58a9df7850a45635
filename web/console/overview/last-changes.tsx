import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../client/session-query.ts';
import { Section } from '../../kit/content/section.tsx';
import { RelativeTime } from '../../kit/content/time.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { EventName } from '../events/event-name.tsx';
import { useEventWords } from '../events/event-words.ts';
import { changesQuery } from './overview-queries.ts';
import styles from './overview.module.css';

const dayMs = 86_400_000;
const shown = 8;
/** Sign-ins are no changes, and would hide them. */
const isSignIn = (type: string): boolean =>
  /^(user\.(signed_|sign_in)|federation\.login_)/.test(type);

/** What has changed in the tenant in the last day, newest first. */
export function LastChanges() {
  const say = useSay('overview');
  const { user } = useSession();
  const { actorOf } = useEventWords(user.id);
  // Fixed while the page is open: another start would be another query.
  const [start] = useState(() => new Date(Date.now() - dayMs).toISOString());
  const query = useQuery({ ...changesQuery(start), refetchInterval: 30_000 });
  return (
    <Section title={say('changes')} isCard>
      <Loaded query={query} lines={6}>
        {({ data }) => {
          const changes = data
            .filter(({ type }) => !isSignIn(type))
            .toReversed()
            .slice(0, shown);
          if (changes.length === 0)
            return <p className={styles['quiet']}>{say('changes.empty')}</p>;
          return (
            <ul className={styles['list']}>
              {changes.map(({ id, type, actor, occurredAt }) => (
                <li key={id}>
                  <span>
                    <EventName type={type} />{' '}
                    <span className={styles['quiet']}>· {actorOf(actor)}</span>
                  </span>
                  <span className={styles['when']}>
                    <RelativeTime at={occurredAt} />
                  </span>
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Section>
  );
}
