import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { LoginAnalytics } from '@platform/sdk';
import { Sparkline } from '../../kit/chart/sparkline.tsx';
import { Section } from '../../kit/content/section.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { useFailureWords } from '../events/failure-words.ts';
import { signInStatisticsQuery } from './overview-queries.ts';
import styles from './overview.module.css';

const Figure = ({ caption, children }: { caption: string; children: ReactNode }) => (
  <div className={styles['figure']}>
    <span className={styles['number']}>{children}</span>
    <span className={styles['caption']}>{caption}</span>
  </div>
);

function Statistics({
  statistics: { from, to, totals, byDay, byFailureReason },
}: {
  statistics: LoginAnalytics;
}) {
  const say = useSay('overview');
  const failureOf = useFailureWords();
  const formats = useFormats();
  const number = (value: number) => formats.formatNumber(value);
  const [reason] = byFailureReason;
  if (totals.succeeded + totals.failed === 0)
    return <p className={styles['quiet']}>{say('signIns.empty')}</p>;
  return (
    <>
      <div className={styles['figures']}>
        <Figure caption={say('signIns.succeeded')}>{number(totals.succeeded)}</Figure>
        <Figure caption={say('signIns.failed')}>{number(totals.failed)}</Figure>
        {totals.uniqueUsers !== null && (
          <Figure caption={say('signIns.users')}>{number(totals.uniqueUsers)}</Figure>
        )}
        <Sparkline
          values={byDay.map(({ succeeded }) => succeeded)}
          label={say('signIns.spark', { first: from, last: to })}
          width={160}
          height={40}
        />
      </div>
      <p className={styles['caption']}>
        {totals.successRate !== null && (
          <>
            {say('signIns.rate', {
              rate: formats.formatNumber(totals.successRate, {
                style: 'percent',
                maximumFractionDigits: 1,
              }),
            })}
            {' · '}
          </>
        )}
        {reason && (
          <>
            {say('mostFrequent', { reason: failureOf(reason.reason), count: reason.count })}
            {' · '}
          </>
        )}
        {say('utc')}
      </p>
    </>
  );
}

/** How sign-ins went in the last 30 days. */
export function SignIns() {
  const say = useSay('overview');
  const query = useQuery(signInStatisticsQuery());
  return (
    <Section title={say('signIns')} isCard>
      <Loaded query={query} lines={3}>
        {(statistics) => <Statistics statistics={statistics} />}
      </Loaded>
    </Section>
  );
}
