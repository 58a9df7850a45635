import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Button, ButtonLink } from '../../kit/controls/button.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSingleKeys } from '../../kit/shortcuts.ts';
import type { Column } from '../../kit/table/columns.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { TableToolbar } from '../../kit/table/table-tools.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { CreateRequestDialog } from './create-request-dialog.tsx';
import { inboxOf, isEnded } from './inbox.ts';
import type { InboxRequest } from './inbox.ts';
import { accessRequestsQuery, erasureRequestsQuery, inboxSize } from './request-queries.ts';
import { requestKinds, requestsRoute, requestShows } from './request-routes.ts';
import { DueDate, RequestState } from './request-state.tsx';
import styles from './privacy.module.css';

const liveMs = 30_000;

function useColumns(): readonly Column<InboxRequest>[] {
  const say = useSay('privacy');
  return [
    { id: 'kind', label: say('column.kind'), cell: ({ kind }) => say(`kind.${kind}`) },
    {
      id: 'due',
      label: say('column.due'),
      isFact: true,
      cell: (request) => <DueDate request={request} />,
    },
    {
      id: 'state',
      label: say('column.state'),
      isFact: true,
      cell: ({ state }) => <RequestState state={state} />,
    },
    {
      id: 'subject',
      label: say('column.subject'),
      cell: ({ userId, subjectType }) =>
        userId === null ? say(`subjectType.${subjectType}`) : <CopyableId text={userId} isShort />,
    },
    {
      id: 'received',
      label: say('column.received'),
      cell: ({ receivedAt }) => <ExactTime at={receivedAt} isDate />,
    },
  ];
}

function Filters() {
  const say = useSay('privacy');
  const search = requestsRoute.useSearch();
  const navigate = requestsRoute.useNavigate();
  return (
    <TableToolbar>
      <Select
        label={say('filter.show')}
        value={search.show ?? 'open'}
        onChange={(show) => void navigate({ search: { ...search, show } })}
        choices={requestShows.map((id) => ({ id, label: say(`show.${id}`) }))}
      />
      <Select
        label={say('filter.kind')}
        value={search.kind ?? 'all'}
        onChange={(id) =>
          void navigate({ search: { ...search, kind: requestKinds.find((one) => one === id) } })
        }
        choices={[
          { id: 'all', label: say('kind.all') },
          ...requestKinds.map((id) => ({ id, label: say(`kind.${id}`) })),
        ]}
      />
    </TableToolbar>
  );
}

function Inbox({ requests, isCut }: { requests: readonly InboxRequest[]; isCut: boolean }) {
  const say = useSay('privacy');
  const { kind, show = 'open' } = requestsRoute.useSearch();
  const columns = useColumns();
  const shown = requests.filter(
    (request) =>
      (kind === undefined || request.path === kind) &&
      (show === 'all' || isEnded(request) === (show === 'ended')),
  );
  const isFiltered = kind !== undefined || show !== 'open';
  return (
    <>
      <DataTable
        label={say('title')}
        columns={columns}
        rows={shown}
        idOf={({ id }) => id}
        nameOf={({ id }) => id}
        hrefOf={({ id, path }) => `/privacy/requests/${path}/${id}`}
        empty={
          <EmptyState
            why={isFiltered ? 'noneMatch' : 'noneYet'}
            title={say(isFiltered ? 'noneMatch.title' : 'noneYet.title')}
          >
            {say(isFiltered ? 'noneMatch.text' : 'noneYet.text')}
          </EmptyState>
        }
      />
      {shown.length > 0 && (
        <p className={styles['note']}>{say('shown', { count: shown.length })}</p>
      )}
      {isCut && <p className={styles['note']}>{say('newest', { count: inboxSize })}</p>}
    </>
  );
}

/** Requests for data and for its erasure in one inbox, by the day on which they are due. */
export function RequestsPage() {
  const say = useSay('privacy');
  const session = useSession();
  const [isCreating, setIsCreating] = useState(false);
  const erasures = useQuery({ ...erasureRequestsQuery(), refetchInterval: liveMs });
  const accesses = useQuery({ ...accessRequestsQuery(), refetchInterval: liveMs });
  const mayCreate =
    mayCall(session, 'erasureRequestCreate') || mayCall(session, 'accessRequestCreate');
  useSingleKeys(mayCreate ? { c: () => setIsCreating(true) } : {});
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <>
            <ShowCode
              entries={[
                { operation: 'erasureRequestList', query: { limit: inboxSize } },
                { operation: 'accessRequestList', query: { limit: inboxSize } },
              ]}
            />
            {mayCall(session, 'erasureVetoClientList') && (
              <ButtonLink href="/privacy/requests/veto-clients">{say('veto.title')}</ButtonLink>
            )}
            {mayCreate && (
              <Button kind="primary" onPress={() => setIsCreating(true)}>
                {say('create')}
              </Button>
            )}
          </>
        }
      />
      <Filters />
      <Loaded query={erasures} lines={8}>
        {(erasurePage) => (
          <Loaded query={accesses} lines={8}>
            {(accessPage) => (
              <Inbox
                requests={inboxOf(erasurePage.data, accessPage.data)}
                isCut={erasurePage.hasMore || accessPage.hasMore}
              />
            )}
          </Loaded>
        )}
      </Loaded>
      {isCreating && <CreateRequestDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}
