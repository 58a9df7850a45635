import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { migrationSources } from '@platform/sdk';
import type { ImportJob } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { pollWhile } from '../../client/query.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorList } from '../../parts/cursor-list.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { ImportProgress } from './import-progress.tsx';
import { JobState } from './job-state.tsx';
import {
  dryRunQuery,
  isNoneYet,
  isRunning,
  jobQuery,
  jobReads,
  jobsQuery,
  latestJobQuery,
  sourceQuery,
} from './migration-queries.ts';
import { migrationImportRoute } from './migration-routes.ts';
import { NoSource } from './no-source.tsx';
import styles from './migration.module.css';

/** Starts the import, after the consequences have been read. */
function StartImport({ isBusy }: { isBusy: boolean }) {
  const say = useSay('migration');
  const navigate = migrationImportRoute.useNavigate();
  const { data: dryRun } = useQuery(dryRunQuery);
  const [isAsking, setIsAsking] = useState(false);
  const start = useWrite(
    (api, _: undefined, key) => migrationSources(api).imports.start({ ...key }),
    {
      refreshes: jobReads,
      onDone() {
        setIsAsking(false);
        void navigate({ search: {} });
      },
    },
  );
  return (
    <div className={styles['row']}>
      <Button kind="primary" isDisabled={isBusy} onPress={() => setIsAsking(true)}>
        {say('import.start')}
      </Button>
      <ShowCode entries={[{ operation: 'migrationSourceStartImport' }]} />
      <ConfirmDialog
        title={say('import.title')}
        consequences={[
          say(dryRun ? 'import.read' : 'import.untried', { count: dryRun?.rowsRead ?? 0 }),
          say('import.writes'),
          say('import.cancellable'),
        ]}
        action={say('import.start')}
        isOpen={isAsking}
        isPending={start.isPending}
        problem={start.error && <ProblemNote error={start.error} />}
        onConfirm={() => start.mutate(undefined)}
        onClose={() => setIsAsking(false)}
      />
    </div>
  );
}

/** Imports of the past. */
function Jobs() {
  const say = useSay('migration');
  const { job, cursors } = migrationImportRoute.useSearch();
  const navigate = migrationImportRoute.useNavigate();
  const query = useQuery({
    ...jobsQuery({ cursor: cursors && currentCursor(cursors) }),
    placeholderData: keepPreviousData,
  });
  const columns: readonly Column<ImportJob>[] = [
    { id: 'at', label: say('column.at'), cell: ({ createdAt }) => <ExactTime at={createdAt} /> },
    {
      id: 'state',
      label: say('column.state'),
      isFact: true,
      cell: ({ state }) => <JobState state={state} />,
    },
    {
      id: 'created',
      label: say('column.created'),
      isNumber: true,
      isFact: true,
      cell: ({ progress }) => progress.created,
    },
    {
      id: 'updated',
      label: say('column.updated'),
      isNumber: true,
      cell: ({ progress }) => progress.updated,
    },
    {
      id: 'skipped',
      label: say('column.skipped'),
      isNumber: true,
      cell: ({ progress }) => progress.skipped,
    },
    {
      id: 'failed',
      label: say('column.failed'),
      isNumber: true,
      cell: ({ progress }) => progress.failed,
    },
  ];
  return (
    <Section title={say('jobs')}>
      <CursorList
        label={say('jobs')}
        columns={columns}
        query={query}
        idOf={({ id }) => id}
        nameOf={({ id }) => id}
        hrefOf={({ id }) => `/migration/import?job=${id}`}
        cursors={cursors}
        onCursors={(next) => void navigate({ search: { job, cursors: next } })}
        empty={
          <EmptyState why="noneYet" level={3} title={say('jobs.none')}>
            {say('jobs.none.text')}
          </EmptyState>
        }
      />
    </Section>
  );
}

/** The import that is shown: the one of the address, or the latest. */
function ShownJob({ id }: { id: string | undefined }) {
  const chosen = useQuery({
    ...jobQuery(id ?? ''),
    enabled: id !== undefined,
    ...pollWhile(isRunning),
  });
  const latest = useQuery({
    ...latestJobQuery,
    enabled: id === undefined,
    ...pollWhile(isRunning),
  });
  const query = id === undefined ? latest : chosen;
  if (isNoneYet(query.error)) return null;
  return (
    <Loaded query={query} lines={6}>
      {(job) => <ImportProgress key={job.id} job={job} />}
    </Loaded>
  );
}

/** The last step: the import, with its progress. */
export function MigrationImportTab() {
  const session = useSession();
  const { job } = migrationImportRoute.useSearch();
  const source = useQuery(sourceQuery);
  const { data: latest } = useQuery(latestJobQuery);
  const hasSource = !isNoneYet(source.error);
  const isBusy = latest !== undefined && isRunning(latest.value);
  return (
    <div className={styles['stack']}>
      {!hasSource && !latest && <NoSource />}
      {hasSource && mayCall(session, 'migrationSourceStartImport') && (
        <StartImport isBusy={isBusy} />
      )}
      <ShownJob id={job} />
      {(hasSource || latest) && <Jobs />}
    </div>
  );
}
