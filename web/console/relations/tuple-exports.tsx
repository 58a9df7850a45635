import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fga } from '@platform/sdk';
import type { ListObjectsExport } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { pollWhile } from '../../client/query.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { RelativeTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { saveAsFile } from '../../kit/content/take-away.ts';
import type { Column } from '../../kit/table/columns.ts';
import { toCsv } from '../../kit/table/csv.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { ToolbarActions } from '../../parts/toolbar-actions.tsx';
import { useWebClient } from '../../client/web-client.ts';
import { CreateExportDialog } from './create-export-dialog.tsx';
import { exportsQuery } from './relation-queries.ts';
import { exportsRoute } from './relation-routes.ts';
import styles from './relations.module.css';

const states = {
  PENDING: 'neutral',
  RUNNING: 'info',
  COMPLETED: 'ok',
  FAILED: 'error',
  EXPIRED: 'neutral',
} as const;

const isRunning = ({ state }: ListObjectsExport): boolean =>
  state === 'PENDING' || state === 'RUNNING';

/** Saves the result as a file, and deletes an export. */
function ExportActions({ item }: { item: ListObjectsExport }) {
  const say = useSay('relations');
  const session = useSession();
  const { api } = useWebClient();
  const [isSaving, setIsSaving] = useState(false);
  const [error, setError] = useState<unknown>();
  const remove = useWrite((client, id: string) => fga(client).exports.delete(id), {
    refreshes: ['fgaExportList'],
  });

  async function save(): Promise<void> {
    setIsSaving(true);
    try {
      const objects: string[] = [];
      for await (const object of fga(api).exports.listObjects(item.id)) objects.push(object);
      const rows = [['object'], ...objects.map((object) => [object])];
      saveAsFile(toCsv(rows), { name: `${item.id}.csv`, type: 'text/csv' });
    } catch (failure) {
      setError(failure);
    }
    setIsSaving(false);
  }

  const failure = error ?? remove.error;
  return (
    <span className={styles['actions']}>
      {item.state === 'COMPLETED' && (
        <Button size="small" kind="quiet" isPending={isSaving} onPress={() => void save()}>
          {say('export.download')}
        </Button>
      )}
      {mayCall(session, 'fgaExportDelete') && (
        <Button
          size="small"
          kind="quiet"
          isPending={remove.isPending}
          onPress={() => remove.mutate(item.id)}
        >
          {say('export.delete')}
        </Button>
      )}
      {failure !== undefined && failure !== null && <ProblemNote error={failure} />}
    </span>
  );
}

function useColumns(): readonly Column<ListObjectsExport>[] {
  const say = useSay('relations');
  return [
    {
      id: 'question',
      label: say('export.question'),
      cell: ({ subject, relation, type }) => (
        <bdi className={styles['code']}>{`${subject} ${relation} ${type}`}</bdi>
      ),
    },
    {
      id: 'state',
      label: say('export.state'),
      isFact: true,
      cell: ({ state }) => (
        <StatusDot state={states[state]}>{say(`export.state.${state}`)}</StatusDot>
      ),
    },
    { id: 'matched', label: say('export.matched'), isNumber: true, cell: (one) => one.matched },
    { id: 'scanned', label: say('export.scanned'), isNumber: true, cell: (one) => one.scanned },
    {
      id: 'created',
      label: say('column.created'),
      isFact: true,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    {
      id: 'actions',
      label: say('column.actions'),
      cell: (item) => <ExportActions item={item} />,
    },
  ];
}

/** Complete lists of the objects to which a subject has a relation. */
export function TupleExports() {
  const say = useSay('relations');
  const session = useSession();
  const { cursors } = exportsRoute.useSearch();
  const navigate = exportsRoute.useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const columns = useColumns();
  const filter = { cursor: cursors && currentCursor(cursors) };
  const query = useQuery({
    ...exportsQuery(filter),
    ...pollWhile(({ data }: { data: ListObjectsExport[] }) => data.some(isRunning)),
    placeholderData: keepPreviousData,
  });
  useExpiredCursor(query.error, cursors, () => void navigate({ search: {} }));
  const create = mayCall(session, 'fgaExportCreate') && (
    <Button onPress={() => setIsCreating(true)}>{say('export.create')}</Button>
  );
  return (
    <>
      <ToolbarActions>
        <ShowCode entries={[{ operation: 'fgaExportList', query: filter }]} />
        {create}
      </ToolbarActions>
      <Loaded query={query} lines={6}>
        {(page) => (
          <>
            <DataTable
              label={say('tab.exports')}
              columns={columns}
              rows={page.data}
              idOf={({ id }) => id}
              nameOf={({ subject, relation, type }) => `${subject} ${relation} ${type}`}
              empty={
                <EmptyState why="noneYet" title={say('exports.none.title')} actions={create}>
                  {say('exports.none.text')}
                </EmptyState>
              }
            />
            <CursorPager
              cursors={cursors}
              page={page}
              onChange={(next) => void navigate({ search: { cursors: next } })}
            />
          </>
        )}
      </Loaded>
      {isCreating && <CreateExportDialog onClose={() => setIsCreating(false)} />}
    </>
  );
}
