import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Application } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { Select } from '../../kit/controls/select.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSingleKeys } from '../../kit/shortcuts.ts';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { TableToolbar } from '../../kit/table/table-tools.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { ListEmpty } from '../../parts/list-empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { applicationsQuery } from './application-queries.ts';
import { applicationTypes, applicationsRoute } from './application-routes.ts';
import { CreateApplication } from './create-application.tsx';

function useColumns(): readonly Column<Application>[] {
  const say = useSay('applications');
  return [
    { id: 'name', label: say('name'), cell: ({ name }) => <Verbatim text={name} /> },
    { id: 'type', label: say('type'), isFact: true, cell: ({ type }) => say(`type.${type}`) },
    {
      id: 'status',
      label: say('status'),
      isFact: true,
      cell: ({ enabled }) => (
        <StatusDot state={enabled ? 'ok' : 'warning'}>
          {say(enabled ? 'enabled' : 'disabled')}
        </StatusDot>
      ),
    },
    { id: 'clientId', label: say('clientId'), cell: ({ clientId }) => <code>{clientId}</code> },
    {
      id: 'created',
      label: say('created'),
      cell: ({ createdAt }) => <ExactTime at={createdAt} isDate />,
    },
  ];
}

/** The applications of the tenant. */
export function ApplicationsPage() {
  const say = useSay('applications');
  const session = useSession();
  const { type, cursors } = applicationsRoute.useSearch();
  const navigate = applicationsRoute.useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const columns = useColumns();
  const filter = { type, cursor: cursors && currentCursor(cursors) };
  const query = useQuery({ ...applicationsQuery(filter), placeholderData: keepPreviousData });
  const mayCreate = mayCall(session, 'applicationCreate');
  useExpiredCursor(query.error, cursors, () => void navigate({ search: { type } }));
  useSingleKeys(mayCreate ? { c: () => setIsCreating(true) } : {});
  const create = mayCreate && (
    <Button kind="primary" onPress={() => setIsCreating(true)}>
      {say('create')}
    </Button>
  );
  const table = {
    label: say('title'),
    columns,
    idOf: ({ clientId }: Application) => clientId,
    nameOf: ({ name }: Application) => name,
    hrefOf: ({ clientId }: Application) => `/applications/${encodeURIComponent(clientId)}`,
  };
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <>
            <ShowCode entries={[{ operation: 'applicationList', query: filter }]} />
            {create}
          </>
        }
      />
      <TableToolbar>
        <Select
          label={say('type')}
          value={type ?? 'all'}
          onChange={(chosen) =>
            void navigate({ search: { type: applicationTypes.find((one) => one === chosen) } })
          }
          choices={[
            { id: 'all', label: say('type.all') },
            ...applicationTypes.map((id) => ({ id, label: say(`type.${id}`) })),
          ]}
        />
      </TableToolbar>
      <Loaded query={query} loading={<DataTable {...table} rows={[]} isLoading empty={null} />}>
        {(page) => (
          <>
            <DataTable
              {...table}
              rows={page.data}
              empty={
                <ListEmpty
                  {...(type && { unfiltered: '/applications' })}
                  title={say('noneYet.title')}
                  text={say('noneYet.text')}
                  actions={create}
                />
              }
            />
            <CursorPager
              cursors={cursors}
              page={page}
              onChange={(next) => void navigate({ search: { type, cursors: next } })}
            >
              {say('shown', { count: page.data.length })}
            </CursorPager>
          </>
        )}
      </Loaded>
      {isCreating && <CreateApplication onClose={() => setIsCreating(false)} />}
    </>
  );
}
