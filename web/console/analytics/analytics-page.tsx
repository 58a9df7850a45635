import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LoginAnalytics } from '@platform/sdk';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { RelativeTime } from '../../kit/content/time.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { TableToolbar } from '../../kit/table/table-tools.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { statisticsQuery } from './analytics-queries.ts';
import { analyticsRoute, periods } from './analytics-routes.ts';
import { Breakdowns } from './breakdowns.tsx';
import { DailyCharts } from './daily-charts.tsx';
import { Figures } from './figures.tsx';
import { periodBefore, periodOf } from './period.ts';
import type { StatisticsProps } from './statistics.ts';
import styles from './analytics.module.css';

/** Of which time the numbers are. */
function About({ statistics: { from, to, asOf } }: { statistics: LoginAnalytics }) {
  const say = useSay('analytics');
  return (
    <p className={styles['quiet']}>
      {say('utc', { from, to })}
      {asOf && <> · {say.rich('asOf', { time: <RelativeTime key="time" at={asOf} /> })}</>}
    </p>
  );
}

function Statistics(props: StatisticsProps) {
  const say = useSay('analytics');
  const { now, before } = props;
  const count = ({ totals }: LoginAnalytics) => totals.succeeded + totals.failed;
  return (
    <div className={styles['page']}>
      <About statistics={now} />
      {count(now) + (before ? count(before) : 0) === 0 ? (
        <EmptyState why="noneYet" title={say('none')}>
          {say('none.text')}
        </EmptyState>
      ) : (
        <>
          <Figures {...props} />
          <DailyCharts {...props} />
          <Breakdowns {...props} />
        </>
      )}
    </div>
  );
}

/** How sign-ins went, beside the period before. Every figure leads to its events. */
export function AnalyticsPage() {
  const say = useSay('analytics');
  const { days = '30', compare } = analyticsRoute.useSearch();
  const navigate = analyticsRoute.useNavigate();
  // Fixed while the page is open: midnight would move the days below the pointer.
  const [openedAt] = useState(() => Date.now());
  const period = periodOf(Number(days), openedAt);
  const earlier = periodBefore(period);
  const isCompared = compare !== 'none';
  const query = useQuery(statisticsQuery(period));
  const before = useQuery({ ...statisticsQuery(earlier), enabled: isCompared });
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <ShowCode
            entries={[
              { operation: 'loginExperienceLoginAnalytics', query: { ...period } },
              ...(isCompared
                ? [{ operation: 'loginExperienceLoginAnalytics' as const, query: { ...earlier } }]
                : []),
            ]}
          />
        }
      />
      <TableToolbar>
        <Select
          label={say('period')}
          value={days}
          onChange={(chosen) => void navigate({ search: { days: chosen, compare }, replace: true })}
          choices={periods.map((id) => ({ id, label: say('period.days', { days: Number(id) }) }))}
        />
        <Select
          label={say('compare')}
          value={compare ?? 'before'}
          onChange={(chosen) =>
            void navigate({
              search: { days, compare: chosen === 'none' ? 'none' : undefined },
              replace: true,
            })
          }
          choices={(['before', 'none'] as const).map((id) => ({ id, label: say(`compare.${id}`) }))}
        />
      </TableToolbar>
      <Loaded query={query} lines={12}>
        {(now) => (
          <Statistics
            now={now}
            before={isCompared ? before.data?.value : undefined}
            days={Number(days)}
          />
        )}
      </Loaded>
    </>
  );
}
