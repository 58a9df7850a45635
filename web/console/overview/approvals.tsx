import { useQuery } from '@tanstack/react-query';
import { Section } from '../../kit/content/section.tsx';
import { RelativeTime } from '../../kit/content/time.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { activationsQuery } from './overview-queries.ts';
import styles from './overview.module.css';

/** Elevations that wait for a decision of the user. */
export function Approvals() {
  const say = useSay('overview');
  const formats = useFormats();
  const query = useQuery(activationsQuery());
  return (
    <Section title={say('attention')} isCard>
      <Loaded query={query} lines={2}>
        {({ data }) => {
          const waiting = data.filter(
            ({ state, canApprove }) => state === 'requested' && canApprove,
          );
          if (waiting.length === 0)
            return <p className={styles['quiet']}>{say('approvals.empty')}</p>;
          return (
            <ul className={styles['list']}>
              {waiting.map(({ id, role, scopes, requestedAt }) => (
                <li key={id}>
                  <span>
                    {say('approvals.entry', { what: role ?? formats.formatList(scopes) })}
                  </span>
                  <span className={styles['when']}>
                    <RelativeTime at={requestedAt} />
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
