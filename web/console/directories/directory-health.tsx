import { useQuery } from '@tanstack/react-query';
import { directories } from '@platform/sdk';
import type { Directory, ScimRequest } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { StatusDot } from '../../kit/content/badge.tsx';
import { CopyableValue } from '../../kit/content/copyable.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime, RelativeTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { directoryQuery, requestsQuery } from './directory-queries.ts';
import { directoryRoute } from './directory-routes.ts';
import { Report } from './report.tsx';

function useRequestColumns(): readonly Column<ScimRequest>[] {
  const say = useSay('directories');
  return [
    {
      id: 'request',
      label: say('request'),
      cell: ({ method, path }) => (
        <code>
          {method} {path}
        </code>
      ),
    },
    {
      id: 'status',
      label: say('status'),
      isFact: true,
      cell: ({ status, reason }) => (
        <StatusDot state={status < 400 ? 'ok' : 'error'}>
          {status} {reason?.code}
        </StatusDot>
      ),
    },
    {
      id: 'fields',
      label: say('request.fields'),
      cell: ({ reason }) => reason?.fields.map(({ pointer }) => pointer).join(', ') || '—',
    },
    {
      id: 'at',
      label: say('time'),
      isFact: true,
      cell: ({ at }) => <ExactTime at={at} />,
    },
  ];
}

/** The last requests of a SCIM client: what its administrators see, too. */
function Requests({ directoryId }: { directoryId: string }) {
  const say = useSay('directories');
  const query = useQuery({ ...requestsQuery(directoryId), refetchInterval: 10_000 });
  const columns = useRequestColumns();
  return (
    <Section
      title={say('requests')}
      actions={
        <ShowCode entries={[{ operation: 'directoriesListRequests', parameters: [directoryId] }]} />
      }
    >
      <Loaded query={query} lines={4}>
        {({ data }) => (
          <DataTable
            label={say('requests')}
            columns={columns}
            rows={data}
            idOf={({ requestId }) => requestId}
            nameOf={({ path }) => path}
            empty={
              <EmptyState why="noneYet" level={3} title={say('noRequests.title')}>
                {say('noRequests.text')}
              </EmptyState>
            }
          />
        )}
      </Loaded>
    </Section>
  );
}

/** Tests the connection with the stored credential. */
function Probe({ directory: { id, lastProbe } }: { directory: Directory }) {
  const say = useSay('directories');
  const session = useSession();
  const probe = useWrite((api, of: string, key) => directories(api).probe(of, key), {
    refreshes: ['directoriesGet'],
  });
  return (
    <Section
      title={say('test.title')}
      about={say('test.about')}
      actions={
        mayCall(session, 'directoryConnectorProbe') && (
          <Button isPending={probe.isPending} onPress={() => probe.mutate(id)}>
            {say('test')}
          </Button>
        )
      }
    >
      {probe.error && <ProblemNote error={probe.error} />}
      {lastProbe ? <Report report={lastProbe} /> : <p>{say('test.none')}</p>}
    </Section>
  );
}

/** How a directory is: its state, its last contact, its last requests. */
export function DirectoryHealth() {
  const say = useSay('directories');
  const formats = useFormats();
  const { directoryId } = directoryRoute.useParams();
  const query = useQuery(directoryQuery(directoryId));
  const time = (at: string | null | undefined) => (at ? <RelativeTime at={at} /> : say('never'));
  return (
    <Loaded query={query} lines={6}>
      {(directory) => (
        <>
          {['invalid_credentials', 'unreachable'].includes(directory.state) && (
            <Banner state="error" title={say(`state.${directory.state}`)}>
              {directory.stateReason}
            </Banner>
          )}
          <Section title={say('tab.health')}>
            <DefinitionList
              entries={[
                { term: say('users'), value: formats.formatNumber(directory.counts.users) },
                { term: say('groups'), value: formats.formatNumber(directory.counts.groups) },
                ...(directory.kind === 'scim'
                  ? [{ term: say('lastRequest'), value: time(directory.lastInboundAt) }]
                  : [{ term: say('lastSync'), value: time(directory.lastSync?.finishedAt) }]),
                ...(directory.scimBaseUrl === null
                  ? []
                  : [
                      {
                        term: say('scimUrl'),
                        value: (
                          <CopyableValue text={directory.scimBaseUrl} label={say('copyUrl')} />
                        ),
                      },
                    ]),
              ]}
            />
          </Section>
          {directory.kind === 'scim' ? (
            <Requests directoryId={directoryId} />
          ) : (
            <Probe directory={directory} />
          )}
        </>
      )}
    </Loaded>
  );
}
