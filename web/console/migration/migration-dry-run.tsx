import { useQuery } from '@tanstack/react-query';
import type { ImportDryRun } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { BarList } from '../../kit/chart/bar-list.tsx';
import { Banner } from '../../kit/content/banner.tsx';
import { StatusDot } from '../../kit/content/badge.tsx';
import { Section } from '../../kit/content/section.tsx';
import { Button, ButtonLink } from '../../kit/controls/button.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { DryRunSample } from './dry-run-sample.tsx';
import { dryRunQuery, isNoneYet, sourceQuery } from './migration-queries.ts';
import { NoSource } from './no-source.tsx';
import { useDryRun } from './use-dry-run.ts';
import styles from './migration.module.css';

const dots = { ok: 'ok', failed: 'error', skipped: 'neutral' } as const;

/** The steps of reaching the source. */
function Reachability({ reachability }: Pick<ImportDryRun, 'reachability'>) {
  const say = useSay('migration');
  return (
    <Section title={say('reach')}>
      <ul className={styles['plain']}>
        {reachability.steps.map(({ name, status, durationMs, detail }) => (
          <li key={name}>
            <StatusDot state={dots[status]}>{name}</StatusDot>{' '}
            <span className={styles['quiet']}>{durationMs} ms</span> {detail}
          </li>
        ))}
      </ul>
    </Section>
  );
}

type Failure = ImportDryRun['errors'][number];

function Failures({ errors }: Pick<ImportDryRun, 'errors'>) {
  const say = useSay('migration');
  const columns: readonly Column<Failure>[] = [
    { id: 'code', label: say('column.code'), cell: ({ code }) => <code>{code}</code> },
    { id: 'detail', label: say('column.problems'), isFact: true, cell: ({ detail }) => detail },
    {
      id: 'count',
      label: say('column.count'),
      isNumber: true,
      isFact: true,
      cell: ({ count }) => count,
    },
    { id: 'rows', label: say('column.rows'), cell: ({ rows }) => rows.join(', ') },
  ];
  return (
    <Section title={say('failures')}>
      <DataTable
        label={say('failures')}
        columns={columns}
        rows={errors}
        idOf={({ code, detail }) => `${code} ${detail}`}
        nameOf={({ code }) => code}
        empty={null}
      />
    </Section>
  );
}

/** The report: whether everything would be imported, what records have, and what fails. */
function Report({ run }: { run: ImportDryRun }) {
  const say = useSay('migration');
  const { ok, rowsRead, isComplete, estimatedTotal, errors, passwordHashes, attributeCoverage } =
    run;
  const hashes = Object.entries(passwordHashes);
  const isReached = run.reachability.ok;
  const title = isReached ? (ok ? 'dryRun.ok' : 'dryRun.failures') : 'dryRun.unreachable';
  return (
    <>
      <Banner
        state={ok ? 'ok' : isReached ? 'warning' : 'error'}
        isLive
        title={say(title)}
        actions={ok && <ButtonLink href="/migration/import">{say('dryRun.next')}</ButtonLink>}
      >
        {say('dryRun.read', { count: rowsRead })}{' '}
        {!isComplete && say('dryRun.partial', { total: estimatedTotal ?? 0 })}
      </Banner>
      <Reachability reachability={run.reachability} />
      {errors.length > 0 && <Failures errors={errors} />}
      {rowsRead > 0 && (
        <div className={styles['charts']}>
          <BarList
            title={say('coverage')}
            axis={say('coverage.property')}
            measure={say('coverage.share')}
            parts={Object.entries(attributeCoverage).map(([id, share]) => ({
              id,
              label: id,
              value: Math.round(share * 100),
            }))}
          />
          {hashes.length > 0 && (
            <BarList
              title={say('hashes')}
              axis={say('hashes.kind')}
              measure={say('hashes.records')}
              parts={hashes.map(([id, value]) => ({ id, label: id, value }))}
            />
          )}
        </div>
      )}
      {run.sample.length > 0 && <DryRunSample sample={run.sample} />}
    </>
  );
}

/** The third step: reads the source without writing anything. */
export function MigrationDryRunTab() {
  const say = useSay('migration');
  const session = useSession();
  const query = useQuery(sourceQuery);
  const { data } = useQuery(dryRunQuery);
  const run = useDryRun();
  if (isNoneYet(query.error)) return <NoSource />;
  return (
    <Loaded query={query} lines={4}>
      {() => (
        <div className={styles['stack']}>
          <p className={styles['quiet']}>{say('dryRun.about')}</p>
          <div className={styles['row']}>
            {mayCall(session, 'migrationSourceStartImport') && (
              <Button
                kind="primary"
                isPending={run.isPending}
                onPress={() => run.mutate(undefined)}
              >
                {say(data ? 'dryRun.again' : 'dryRun.run')}
              </Button>
            )}
            <ShowCode
              entries={[{ operation: 'migrationSourceStartImport', query: { dryRun: true } }]}
            />
          </div>
          {run.error && <ProblemNote error={run.error} />}
          {data && <Report run={data} />}
        </div>
      )}
    </Loaded>
  );
}
