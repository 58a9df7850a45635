import { useQuery } from '@tanstack/react-query';
import type { ScimRequest, SetupDirectory } from '@platform/sdk';
import { StatusDot } from '../../kit/content/badge.tsx';
import { Banner } from '../../kit/content/banner.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { ButtonLink } from '../../kit/controls/button.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { useProviderWords } from '../parts/provider-words.ts';
import { requestsQuery } from '../queries.ts';
import styles from '../parts/run.module.css';

/** Why a request failed: the field at the product, and the attribute that is wrong. */
function Reason({ request, directory: { provider } }: { request: ScimRequest } & RequestsProps) {
  const say = useSay('setup-directories');
  const { nameOf, fieldOf } = useProviderWords();
  const { status, reason } = request;
  if (!reason) return null;
  const isRefused = status === 401 || status === 403;
  const pointers = reason.fields.map(({ pointer }) => pointer).join(', ');
  return (
    <div className={styles['more']}>
      <p>
        {say(isRefused ? 'request.refused' : 'request.invalid', {
          field: fieldOf(provider, isRefused ? 'scimToken' : 'attributes'),
          provider: nameOf(provider),
        })}
      </p>
      <p className={styles['quiet']}>
        <Verbatim text={[reason.code, reason.scimType, pointers].filter(Boolean).join(' · ')} />
      </p>
    </div>
  );
}

interface RequestsProps {
  directory: SetupDirectory;
}

/** The last requests of the SCIM client, as they arrive. */
export function ScimRequests({ directory }: RequestsProps) {
  const say = useSay('setup-directories');
  const sayFrame = useSay('setup');
  const sayDirectory = useSay('directories');
  const query = useQuery({ ...requestsQuery(directory.id), refetchInterval: 3_000 });
  const { users, groups } = directory.counts;
  return (
    <>
      {users > 0 && (
        <Banner state="ok" title={say('arrived.title')} isLive>
          {say('arrived.text', { users, groups })}
        </Banner>
      )}
      <Section title={sayDirectory('requests')} about={say('requests.about')}>
        <Loaded query={query} lines={4}>
          {({ data }) =>
            data.length === 0 ? (
              <EmptyState why="noneYet" level={3} title={sayDirectory('noRequests.title')}>
                {say('noRequests.text')}
              </EmptyState>
            ) : (
              <ul className={styles['report']}>
                {data.map((request) => (
                  <li key={request.requestId} className={styles['finding']}>
                    <StatusDot state={request.status < 400 ? 'ok' : 'error'}>
                      {request.status}
                    </StatusDot>
                    <code>
                      {request.method} <Verbatim text={request.path} />
                    </code>
                    <span className={styles['duration']}>
                      <ExactTime at={request.at} />
                    </span>
                    <Reason request={request} directory={directory} />
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </Section>
      {users > 0 && (
        <div>
          <ButtonLink kind="primary" href="/">
            {sayFrame('overview.back')}
          </ButtonLink>
        </div>
      )}
    </>
  );
}
