import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RelationTuple } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { saveAsFile } from '../../kit/content/take-away.ts';
import { RelativeTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { showToast } from '../../kit/overlays/toast.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { toCsv } from '../../kit/table/csv.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { SelectionBar, TableToolbar } from '../../kit/table/table-tools.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { ListEmpty } from '../../parts/list-empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { ToolbarActions } from '../../parts/toolbar-actions.tsx';
import { tuplesQuery } from './relation-queries.ts';
import { tupleListRoute } from './relation-routes.ts';
import { lineOfTuple } from './tuple-text.ts';
import { useTupleWrite } from './tuple-write.ts';
import styles from './relations.module.css';

const keyOf = ({ subject, relation, object }: RelationTuple): string =>
  lineOfTuple({ subject, relation, object });

function useColumns(): readonly Column<RelationTuple>[] {
  const say = useSay('relations');
  return [
    {
      id: 'object',
      label: say('field.object'),
      cell: ({ object }) => <bdi className={styles['code']}>{object}</bdi>,
    },
    {
      id: 'relation',
      label: say('field.relation'),
      isFact: true,
      cell: ({ relation }) => <bdi className={styles['code']}>{relation}</bdi>,
    },
    {
      id: 'subject',
      label: say('field.subject'),
      isFact: true,
      cell: ({ subject }) => <bdi className={styles['code']}>{subject}</bdi>,
    },
    { id: 'condition', label: say('column.condition'), cell: ({ condition }) => condition?.name },
    {
      id: 'expires',
      label: say('column.expires'),
      cell: ({ expiresAt }) => expiresAt && <RelativeTime at={expiresAt} />,
    },
    {
      id: 'created',
      label: say('column.created'),
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
}

const csvOf = (tuples: readonly RelationTuple[]): string =>
  toCsv([
    ['subject', 'relation', 'object', 'condition', 'expiresAt', 'createdAt'],
    ...tuples.map(({ subject, relation, object, condition, expiresAt = '', createdAt }) => [
      subject,
      relation,
      object,
      condition?.name ?? '',
      expiresAt,
      createdAt,
    ]),
  ]);

/** Deletes the selected tuples in one write, which can be undone. */
function TupleSelectionBar({
  selected,
  onClear,
}: {
  selected: readonly RelationTuple[];
  onClear: () => void;
}) {
  const say = useSay('relations');
  const restore = useTupleWrite();
  const remove = useTupleWrite(() => {
    const writes = selected.map(({ createdAt: _createdAt, ...tuple }) => tuple);
    onClear();
    showToast({
      text: say('tuples.deleted', { count: writes.length }),
      action: {
        label: say('undo'),
        onAction: () => restore.mutate({ writes, onDuplicate: 'ignore' }),
      },
    });
  });
  if (selected.length === 0) return remove.error && <ProblemNote error={remove.error} />;
  return (
    <SelectionBar count={selected.length} onClear={onClear}>
      <Button
        size="small"
        kind="danger"
        isPending={remove.isPending}
        onPress={() =>
          remove.mutate({
            deletes: selected.map(({ subject, relation, object }) => ({
              subject,
              relation,
              object,
            })),
            onMissing: 'ignore',
          })
        }
      >
        {say('tuples.deleteSelected')}
      </Button>
    </SelectionBar>
  );
}

/** The stored tuples, found by object, relation and subject. */
export function TupleList() {
  const say = useSay('relations');
  const session = useSession();
  const { cursors, ...search } = tupleListRoute.useSearch();
  const navigate = tupleListRoute.useNavigate();
  const [selected, setSelected] = useState<ReadonlyMap<string, RelationTuple>>(new Map());
  const columns = useColumns();
  const filter = { ...search, cursor: cursors && currentCursor(cursors) };
  const query = useQuery({ ...tuplesQuery(filter), placeholderData: keepPreviousData });
  const isFiltered = Object.values(search).some(Boolean);
  useExpiredCursor(query.error, cursors, () => void navigate({ search }));
  const find = (part: 'object' | 'relation' | 'subject') => (text: string | undefined) =>
    void navigate({ search: { ...search, [part]: text }, replace: true });
  const select = (rows: readonly RelationTuple[]) => (ids: ReadonlySet<string>) => {
    const known = new Map([...selected, ...rows.map((one) => [keyOf(one), one] as const)]);
    setSelected(new Map([...ids].map((id) => [id, known.get(id)!])));
  };
  return (
    <>
      <TableToolbar>
        <SearchBox
          label={say('filter.object')}
          value={search.object}
          onChange={find('object')}
          minLetters={2}
        />
        <SearchBox
          label={say('filter.relation')}
          value={search.relation}
          onChange={find('relation')}
        />
        <SearchBox
          label={say('filter.subject')}
          value={search.subject}
          onChange={find('subject')}
          minLetters={2}
        />
        <ToolbarActions>
          <ShowCode entries={[{ operation: 'fgaTuplesRead', query: filter }]} />
        </ToolbarActions>
      </TableToolbar>
      <Loaded query={query} lines={8}>
        {(page) => (
          <>
            <DataTable
              label={say('tuples.title')}
              columns={columns}
              rows={page.data}
              idOf={keyOf}
              nameOf={keyOf}
              hrefOf={({ subject, relation, object }) =>
                `/access/check?${String(new URLSearchParams({ subject, relation, object }))}`
              }
              {...(mayCall(session, 'fgaTuplesWrite') && {
                selection: new Set(selected.keys()),
                onSelect: select(page.data),
              })}
              empty={
                <ListEmpty
                  unfiltered={isFiltered ? '/access/tuples' : undefined}
                  title={say('tuples.none.title')}
                  text={say('tuples.none.text')}
                />
              }
            />
            <CursorPager
              cursors={cursors}
              page={page}
              onChange={(next) => void navigate({ search: { ...search, cursors: next } })}
            >
              {page.data.length > 0 && (
                <>
                  {say('tuples.shown', { count: page.data.length })}{' '}
                  <Button
                    kind="quiet"
                    size="small"
                    onPress={() =>
                      saveAsFile(csvOf(page.data), { name: 'tuples.csv', type: 'text/csv' })
                    }
                  >
                    {say('tuples.csv')}
                  </Button>
                </>
              )}
            </CursorPager>
          </>
        )}
      </Loaded>
      <TupleSelectionBar selected={[...selected.values()]} onClear={() => setSelected(new Map())} />
    </>
  );
}
