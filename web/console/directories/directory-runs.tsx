import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { directories } from '@platform/sdk';
import type { DirectoriesSyncQuery, SyncRun } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { pollWhile } from '../../client/query.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { Badge, StatusDot } from '../../kit/content/badge.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { TableToolbar } from '../../kit/table/table-tools.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { ToolbarActions } from '../../parts/toolbar-actions.tsx';
import { runsQuery } from './directory-queries.ts';
import { runsRoute } from './directory-routes.ts';

const dots = {
  PENDING: 'info',
  RUNNING: 'info',
  COMPLETED: 'ok',
  HALTED: 'warning',
  FAILED: 'error',
} as const;
const isRunning = ({ state }: SyncRun): boolean => state === 'PENDING' || state === 'RUNNING';

/** What a run has done or, if it was dry, would do. */
function Result({ run: { counts, errors, changes } }: { run: SyncRun }) {
  const say = useSay('directories');
  return (
    <>
      <p>
        {say('run.counts', {
          created: counts.created,
          updated: counts.updated,
          deactivated: counts.deactivated,
          failed: counts.failed,
        })}
      </p>
      {changes.length > 0 && (
        <ul>
          {changes.map(({ action, userName }) => (
            <li key={`${action} ${userName}`}>
              {say(`change.${action}`)} <bdi>{userName}</bdi>
            </li>
          ))}
        </ul>
      )}
      {errors.slice(0, 3).map(({ code, detail, externalId }) => (
        <p key={`${code} ${externalId}`}>
          <code>{code}</code> {detail}
        </p>
      ))}
    </>
  );
}

/** Starts runs: dry, real, and beyond the brake. */
function useStart(directoryId: string) {
  return useWrite(
    (api, query: DirectoriesSyncQuery, key) =>
      directories(api).sync(directoryId, { ...query, ...key }),
    { refreshes: ['directoriesListSyncRuns', 'directoriesGet'] },
  );
}

/** The runs of a directory that the platform reads. */
export function DirectoryRuns() {
  const say = useSay('directories');
  const session = useSession();
  const { directoryId } = runsRoute.useParams();
  const { cursors } = runsRoute.useSearch();
  const navigate = runsRoute.useNavigate();
  const [isForcing, setIsForcing] = useState(false);
  const start = useStart(directoryId);
  const cursor = cursors && currentCursor(cursors);
  const query = useQuery({
    ...runsQuery(directoryId, { cursor }),
    ...pollWhile<{ data: SyncRun[] }>(({ data }) => data.some(isRunning)),
    placeholderData: keepPreviousData,
  });
  useExpiredCursor(query.error, cursors, () => void navigate({ search: {} }));
  const newest = query.data?.value.data[0];
  const isBusy = start.isPending || (newest !== undefined && isRunning(newest));
  const maySync = mayCall(session, 'directoriesSync');
  const columns: readonly Column<SyncRun>[] = [
    {
      id: 'started',
      label: say('run.started'),
      cell: ({ createdAt }) => <ExactTime at={createdAt} />,
    },
    {
      id: 'state',
      label: say('status'),
      isFact: true,
      cell: ({ state, dryRun }) => (
        <>
          <StatusDot state={dots[state]}>{say(`run.${state}`)}</StatusDot>{' '}
          {dryRun && <Badge>{say('run.dry')}</Badge>}
        </>
      ),
    },
    { id: 'trigger', label: say('run.trigger'), cell: ({ trigger }) => say(`trigger.${trigger}`) },
    { id: 'result', label: say('run.result'), isFact: true, cell: (run) => <Result run={run} /> },
  ];
  return (
    <>
      {start.error && <ProblemNote error={start.error} />}
      {newest?.state === 'HALTED' && (
        <Banner
          state="warning"
          title={say('run.HALTED')}
          actions={
            maySync && (
              <Button size="small" onPress={() => setIsForcing(true)}>
                {say('run.force')}
              </Button>
            )
          }
        >
          {say('run.brake')}
        </Banner>
      )}
      <TableToolbar>
        <ToolbarActions>
          {maySync && (
            <>
              <Button
                isDisabled={isBusy}
                onPress={() => start.mutate({ dryRun: true, full: true })}
              >
                {say('run.startDry')}
              </Button>
              <Button isDisabled={isBusy} onPress={() => start.mutate({})}>
                {say('run.start')}
              </Button>
            </>
          )}
          <ShowCode
            entries={[
              {
                operation: 'directoriesListSyncRuns',
                parameters: [directoryId],
                query: { cursor },
              },
              { operation: 'directoriesSync', parameters: [directoryId], query: { dryRun: true } },
            ]}
          />
        </ToolbarActions>
      </TableToolbar>
      <Loaded query={query} lines={6}>
        {(page) => (
          <>
            <DataTable
              label={say('tab.runs')}
              columns={columns}
              rows={page.data}
              idOf={({ id }) => id}
              nameOf={({ id }) => id}
              empty={
                <EmptyState why="noneYet" title={say('noRuns.title')}>
                  {say('noRuns.text')}
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
      <ConfirmDialog
        title={say('run.force.title')}
        consequences={[say('run.force.removes'), say('run.force.check')]}
        action={say('run.force')}
        isDanger
        isOpen={isForcing}
        isPending={start.isPending}
        onConfirm={() => start.mutate({ force: true }, { onSettled: () => setIsForcing(false) })}
        onClose={() => setIsForcing(false)}
      />
    </>
  );
}
