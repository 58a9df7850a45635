import type { SiemSinkHealth } from '@platform/sdk';
import { StatusDot } from '../kit/content/badge.tsx';
import { Banner } from '../kit/content/banner.tsx';
import { DefinitionList } from '../kit/content/definition-list.tsx';
import { ExactTime, RelativeTime } from '../kit/content/time.tsx';
import { Verbatim } from '../kit/content/verbatim.tsx';
import { useFormats, useSay } from '../kit/words/words-context.ts';

type HealthProps = { health: SiemSinkHealth };

const states = {
  idle: 'neutral',
  healthy: 'ok',
  degraded: 'warning',
  failing: 'error',
  paused: 'neutral',
  suspended: 'error',
} as const;

/** How a stream is, in a word. */
export function LogStreamState({ health: { state } }: HealthProps) {
  const say = useSay('logStreams');
  return <StatusDot state={states[state]}>{say(`state.${state}`)}</StatusDot>;
}

/** The last error, with what helps. A stream that works again has none. */
export function LogStreamError({ health: { lastError, state } }: HealthProps) {
  const say = useSay('logStreams');
  if (!lastError || state === 'healthy') return null;
  const { code, status, detail, at } = lastError;
  return (
    <Banner state={state === 'failing' ? 'error' : 'warning'} title={say(`error.${code}`)}>
      {status !== null && <>{status} · </>}
      <RelativeTime at={at} />
      {detail !== null && (
        <p>
          <Verbatim text={detail} />
        </p>
      )}
    </Banner>
  );
}

/** The figures of a stream. */
export function LogStreamFigures({ health }: HealthProps) {
  const say = useSay('logStreams');
  const formats = useFormats();
  const number = (value: number) => formats.formatNumber(value);
  return (
    <DefinitionList
      entries={[
        { term: say('fact.backlog'), value: say('backlog', { count: health.backlog }) },
        { term: say('fact.lag'), value: say('lag', { count: health.lagSeconds }) },
        { term: say('fact.delivered'), value: number(health.deliveredTotal) },
        { term: say('fact.dropped'), value: number(health.droppedTotal) },
        { term: say('fact.failures'), value: number(health.consecutiveFailures) },
        {
          term: say('fact.lastSuccess'),
          value: health.lastSuccessAt === null ? '—' : <ExactTime at={health.lastSuccessAt} />,
        },
        ...(health.nextAttemptAt === null
          ? []
          : [{ term: say('fact.next'), value: <ExactTime at={health.nextAttemptAt} /> }]),
      ]}
    />
  );
}
