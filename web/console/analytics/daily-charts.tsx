import { LineChart } from '../../kit/chart/line-chart.tsx';
import { StackedChart } from '../../kit/chart/stacked-chart.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import type { StatisticsProps } from './statistics.ts';

/** The days of the period. With the period before, days are compared by their place in it. */
export function DailyCharts({ now, before }: StatisticsProps) {
  const say = useSay('analytics');
  const formats = useFormats();
  const points = now.byDay.map(({ date }) =>
    formats.formatDate(date, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
  );
  const series = (['succeeded', 'failed'] as const).map((id) => ({
    id,
    label: say(id),
    values: now.byDay.map((day) => day[id]),
  }));
  return (
    <>
      <StackedChart title={say('byDay')} axis={say('day')} points={points} series={series} />
      {before && (
        <LineChart
          title={say('byDay.compared')}
          axis={say('day')}
          points={points}
          series={[
            { id: 'now', label: say('now'), values: now.byDay.map(({ succeeded }) => succeeded) },
            {
              id: 'before',
              label: say('compare.before'),
              values: points.map((_, index) => before.byDay[index]?.succeeded ?? null),
            },
          ]}
        />
      )}
    </>
  );
}
