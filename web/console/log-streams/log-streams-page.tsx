import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SiemSink } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { PageHeader } from '../../kit/frame/page-header.tsx';
import { useSingleKeys } from '../../kit/shortcuts.ts';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { CreateLogStreamDialog } from './create-log-stream-dialog.tsx';
import { LogStreamHealthCell } from './log-stream-health-cell.tsx';
import { logStreamsQuery } from './log-stream-queries.ts';
import { logStreamsRoute } from './log-stream-routes.ts';
import styles from './log-streams.module.css';

function useColumns(): readonly Column<SiemSink>[] {
  const say = useSay('logStreams');
  return [
    {
      id: 'name',
      label: say('column.name'),
      cell: ({ name }) => (
        <span className={styles['name']}>
          <Verbatim text={name} />
        </span>
      ),
    },
    {
      id: 'health',
      label: say('column.health'),
      isFact: true,
      cell: ({ id }) => <LogStreamHealthCell id={id} />,
    },
    {
      id: 'kind',
      label: say('column.kind'),
      isFact: true,
      cell: ({ kind }) => say(`kind.${kind}`),
    },
  ];
}

/** The log streams of the tenant, with how each is. */
export function LogStreamsPage() {
  const say = useSay('logStreams');
  const session = useSession();
  const { cursors } = logStreamsRoute.useSearch();
  const navigate = logStreamsRoute.useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const columns = useColumns();
  const filter = { cursor: cursors && currentCursor(cursors) };
  const query = useQuery({ ...logStreamsQuery(filter), placeholderData: keepPreviousData });
  const mayCreate = mayCall(session, 'siemConfigureSink');
  useExpiredCursor(query.error, cursors, () => void navigate({ search: {} }));
  useSingleKeys(mayCreate ? { c: () => setIsCreating(true) } : {});
  const create = (kind?: 'primary') =>
    mayCreate && (
      <Button kind={kind} onPress={() => setIsCreating(true)}>
        {say('create')}
      </Button>
    );
  return (
    <>
      <PageHeader
        title={say('title')}
        actions={
          <>
            <ShowCode entries={[{ operation: 'siemListSinks', query: filter }]} />
            {create('primary')}
          </>
        }
      />
      <Loaded query={query} lines={6}>
        {(page) => (
          <>
            <DataTable
              label={say('title')}
              columns={columns}
              rows={page.data}
              idOf={({ id }) => id}
              nameOf={({ name }) => name}
              hrefOf={({ id }) => `/log-streams/${id}`}
              empty={
                <EmptyState why="noneYet" title={say('noneYet.title')} actions={create()}>
                  {say('noneYet.text')}
                </EmptyState>
              }
            />
            <CursorPager
              cursors={cursors}
              page={page}
              onChange={(next) => void navigate({ search: { cursors: next } })}
            >
              {page.data.length > 0 && say('shown', { count: page.data.length })}
            </CursorPager>
          </>
        )}
      </Loaded>
      {isCreating && <CreateLogStreamDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}
