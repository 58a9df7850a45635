import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TupleChange } from '@platform/sdk';
import { StatusDot } from '../../kit/content/badge.tsx';
import { RelativeTime } from '../../kit/content/time.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { TableToolbar } from '../../kit/table/table-tools.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { ListEmpty } from '../../parts/list-empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { ToolbarActions } from '../../parts/toolbar-actions.tsx';
import { changesQuery } from './relation-queries.ts';
import { tupleChangesRoute } from './relation-routes.ts';
import { lineOfTuple } from './tuple-text.ts';
import styles from './relations.module.css';

const states = { write: 'ok', delete: 'error', expire: 'neutral' } as const;

function useColumns(): readonly Column<TupleChange>[] {
  const say = useSay('relations');
  return [
    {
      id: 'tuple',
      label: say('column.tuple'),
      cell: ({ tuple }) => <bdi className={styles['code']}>{lineOfTuple(tuple)}</bdi>,
    },
    {
      id: 'operation',
      label: say('column.operation'),
      isFact: true,
      cell: ({ operation }) => (
        <StatusDot state={states[operation]}>{say(`operation.${operation}`)}</StatusDot>
      ),
    },
    {
      id: 'at',
      label: say('column.at'),
      isFact: true,
      cell: ({ at }) => <RelativeTime at={at} />,
    },
    {
      id: 'actor',
      label: say('column.actor'),
      cell: ({ actor }) => <bdi className={styles['code']}>{actor.id ?? actor.type}</bdi>,
    },
    { id: 'revision', label: say('column.revision'), isNumber: true, cell: (one) => one.revision },
  ];
}

/** Changes of tuples in the order in which they happened. */
export function TupleChanges() {
  const say = useSay('relations');
  const { type, cursors } = tupleChangesRoute.useSearch();
  const navigate = tupleChangesRoute.useNavigate();
  const columns = useColumns();
  const filter = { objectType: type, cursor: cursors && currentCursor(cursors) };
  const query = useQuery({ ...changesQuery(filter), placeholderData: keepPreviousData });
  useExpiredCursor(query.error, cursors, () => void navigate({ search: { type } }));
  return (
    <>
      <TableToolbar>
        <SearchBox
          label={say('filter.type')}
          value={type}
          onChange={(text) => void navigate({ search: { type: text }, replace: true })}
        />
        <ToolbarActions>
          <ShowCode entries={[{ operation: 'fgaChangesList', query: filter }]} />
        </ToolbarActions>
      </TableToolbar>
      <Loaded query={query} lines={8}>
        {(page) => (
          <>
            <DataTable
              label={say('tab.changes')}
              columns={columns}
              rows={page.data}
              idOf={({ revision, sequence }) => `${revision}-${sequence}`}
              nameOf={({ tuple }) => lineOfTuple(tuple)}
              empty={
                <ListEmpty
                  unfiltered={type || cursors ? '/access/tuples/changes' : undefined}
                  title={say('changes.none.title')}
                  text={say('changes.none.text')}
                />
              }
            />
            <CursorPager
              cursors={cursors}
              page={page}
              onChange={(next) => void navigate({ search: { type, cursors: next } })}
            >
              {page.data.length > 0 && say('changes.shown', { count: page.data.length })}
            </CursorPager>
          </>
        )}
      </Loaded>
    </>
  );
}
