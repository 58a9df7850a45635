import { useQuery } from '@tanstack/react-query';
import { isProblem } from '@platform/sdk';
import { Code } from '../../kit/code/code.tsx';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { Section } from '../../kit/content/section.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { LogStreamActions } from './log-stream-actions.tsx';
import {
  LogStreamError,
  LogStreamFigures,
  LogStreamState,
} from '../../parts/log-stream-health.tsx';
import { logStreamHealthQuery, logStreamQuery } from './log-stream-queries.ts';
import { logStreamRoute } from './log-stream-routes.ts';
import styles from './log-streams.module.css';

/** A log stream: how it is, what it sends where. */
export function LogStreamPage() {
  const say = useSay('logStreams');
  const { streamId } = logStreamRoute.useParams();
  const query = useQuery(logStreamQuery(streamId));
  const health = useQuery(logStreamHealthQuery(streamId));
  if (isProblem(query.error, 'not_found', 'invalid_parameter')) return <NotFound />;
  return (
    <Loaded query={query} lines={8}>
      {({ id, name, kind, status, config, format, filter, redaction }) => (
        <>
          <PageHeader
            crumbs={[{ href: '/log-streams', label: say('title') }]}
            title={name}
            status={health.data && <LogStreamState health={health.data.value} />}
            meta={
              <>
                <span>{say(`kind.${kind}`)}</span>
                <CopyableId text={id} label={say('copyId')} isShort />
              </>
            }
            actions={<LogStreamActions stream={{ id, name, status }} />}
          />
          <Loaded query={health} lines={6}>
            {(value) => (
              <div className={styles['stack']}>
                <LogStreamError health={value} />
                <LogStreamFigures health={value} />
              </div>
            )}
          </Loaded>
          <Section title={say('tab.configuration')}>
            <Code
              code={JSON.stringify({ config, format, filter, redaction }, null, 2)}
              language="json"
              label={`${say('tab.configuration')} (JSON)`}
            />
          </Section>
        </>
      )}
    </Loaded>
  );
}
