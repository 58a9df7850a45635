import { setup } from '@platform/sdk';
import type { SetupDirectory, SyncRun } from '@platform/sdk';
import { useWrite } from '../../client/write.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { RelativeTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import { Banner } from '../../kit/content/banner.tsx';
import { Button, ButtonLink } from '../../kit/controls/button.tsx';
import { Section } from '../../kit/content/section.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import styles from '../parts/run.module.css';

const dots = {
  PENDING: 'info',
  RUNNING: 'info',
  COMPLETED: 'ok',
  HALTED: 'warning',
  FAILED: 'error',
} as const;

export const isRunning = (run: Pick<SyncRun, 'state'> | null): boolean =>
  run?.state === 'PENDING' || run?.state === 'RUNNING';

/** What a run has done, or a dry run would do. */
function Run({ run }: { run: SyncRun }) {
  const say = useSay('directories');
  const { state, dryRun, counts, errors, changes, createdAt } = run;
  const { created, updated, deactivated, failed } = counts;
  return (
    <div className={styles['facts']} role="status">
      <p>
        <StatusDot state={dots[state]}>{say(`run.${state}`)}</StatusDot>
        {dryRun && <> · {say('run.dry')}</>} · <RelativeTime at={createdAt} />
      </p>
      {!isRunning(run) && <p>{say('run.counts', { created, updated, deactivated, failed })}</p>}
      {state === 'HALTED' && <Banner state="warning">{say('run.brake')}</Banner>}
      {changes.map(({ action, userName }) => (
        <p key={`${action} ${userName}`} className={styles['quiet']}>
          {say(`change.${action}`)} <Verbatim text={userName} />
        </p>
      ))}
      {errors.slice(0, 5).map(({ code, detail, externalId }) => (
        <p key={`${code} ${externalId ?? detail}`} className={styles['quiet']}>
          <Verbatim text={detail} />
        </p>
      ))}
    </div>
  );
}

/** Reads users and groups: first to look, then for good. After that, the platform reads them by itself. */
export function SyncDirectory({ directory: { id, lastSync } }: { directory: SetupDirectory }) {
  const say = useSay('directories');
  const sayOwn = useSay('setup-directories');
  const sayFrame = useSay('setup');
  const start = useWrite(
    (api, dryRun: boolean, key) => setup(api).directories.sync(id, { dryRun, ...key }),
    { refreshes: ['setupDirectoryList', 'setupGet'] },
  );
  const isBusy = start.isPending || isRunning(lastSync);
  const isDone = lastSync?.state === 'COMPLETED' && !lastSync.dryRun;
  return (
    <>
      <Section
        title={sayOwn('sync.title')}
        about={sayOwn('sync.about')}
        actions={
          <>
            <Button isDisabled={isBusy} onPress={() => start.mutate(true)}>
              {say('run.startDry')}
            </Button>
            <Button
              kind={isDone ? 'plain' : 'primary'}
              isDisabled={isBusy}
              onPress={() => start.mutate(false)}
            >
              {say('run.start')}
            </Button>
          </>
        }
      >
        {start.error && <ProblemNote error={start.error} />}
        {lastSync && <Run run={lastSync} />}
      </Section>
      {isDone && (
        <div>
          <ButtonLink kind="primary" href="/">
            {sayFrame('overview.back')}
          </ButtonLink>
        </div>
      )}
    </>
  );
}
