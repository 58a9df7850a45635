import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { WebhookEndpointStatistics } from '@platform/sdk';
import { BarList } from '../../kit/chart/bar-list.tsx';
import { StackedChart } from '../../kit/chart/stacked-chart.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { TableToolbar } from '../../kit/table/table-tools.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { webhookStatisticsQuery } from './webhook-queries.ts';
import { webhookStatisticsRoute } from './webhook-routes.ts';
import styles from './webhooks.module.css';

const ranges = ['1', '24', '168'] as const;

function useErrorWords(): (error: string) => string {
  const say = useSay('webhooks');
  return (error) => {
    const key = `error.${error}` as Parameters<typeof say>[0];
    return say(key) ?? error;
  };
}

function Figures({ statistics }: { statistics: WebhookEndpointStatistics }) {
  const say = useSay('webhooks');
  const formats = useFormats();
  const { attempts, succeeded, deadLettered, durationMs, waiting } = statistics;
  const number = (value: number) => formats.formatNumber(value);
  const rate =
    attempts === 0
      ? '—'
      : formats.formatNumber(succeeded / attempts, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <DefinitionList
      entries={[
        { term: say('stats.attempts'), value: number(attempts) },
        { term: say('stats.rate'), value: rate },
        { term: say('stats.deadLettered'), value: number(deadLettered) },
        {
          term: say('stats.time'),
          value: durationMs
            ? say('stats.times', { p50: number(durationMs.p50), p95: number(durationMs.p95) })
            : '—',
        },
        { term: say('stats.waiting'), value: number(waiting.pending + waiting.held) },
        ...(waiting.oldestAt === null
          ? []
          : [{ term: say('stats.oldest'), value: <ExactTime at={waiting.oldestAt} /> }]),
      ]}
    />
  );
}

function Series({ statistics: { series } }: { statistics: WebhookEndpointStatistics }) {
  const say = useSay('webhooks');
  const formats = useFormats();
  if (series.length === 0) return <p className={styles['quiet']}>{say('stats.empty')}</p>;
  const hour = {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  } as const;
  return (
    <StackedChart
      title={say('stats.chart')}
      axis={say('stats.hour')}
      points={series.map(({ from }) => formats.formatDate(from, hour))}
      series={[
        {
          id: 'succeeded',
          label: say('stats.rate'),
          values: series.map(({ succeeded }) => succeeded),
        },
        { id: 'failed', label: say('stats.failed'), values: series.map(({ failed }) => failed) },
      ]}
    />
  );
}

/** How the attempts of the last hours went. */
export function WebhookStatistics() {
  const say = useSay('webhooks');
  const { endpointId } = webhookStatisticsRoute.useParams();
  const { hours = '24' } = webhookStatisticsRoute.useSearch();
  const navigate = webhookStatisticsRoute.useNavigate();
  const errorWords = useErrorWords();
  const query = useQuery({
    ...webhookStatisticsQuery(endpointId, Number(hours)),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  return (
    <>
      <TableToolbar>
        <Select
          label={say('recover.range')}
          value={hours}
          onChange={(chosen) => void navigate({ search: { hours: chosen } })}
          choices={ranges.map((id) => ({ id, label: say(`recover.range.${id}`) }))}
        />
        <ShowCode
          entries={[
            {
              operation: 'webhookEndpointStatistics',
              parameters: [endpointId],
              query: { hours: Number(hours) },
            },
          ]}
        />
      </TableToolbar>
      <Loaded query={query} lines={8}>
        {(statistics) => (
          <>
            <Figures statistics={statistics} />
            <Section title={say('tab.statistics')}>
              <Series statistics={statistics} />
            </Section>
            {statistics.errors.length > 0 && (
              <Section title={say('stats.errors')}>
                <BarList
                  title={say('stats.errors')}
                  axis={say('stats.errors')}
                  measure={say('stats.attempts')}
                  parts={statistics.errors.map(({ error, attempts }) => ({
                    id: error,
                    label: errorWords(error),
                    value: attempts,
                  }))}
                />
              </Section>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}
