import { useState } from 'react';
import { migrationSources } from '@platform/sdk';
import type { ImportJob } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Banner } from '../../kit/content/banner.tsx';
import { DefinitionList } from '../../kit/content/definition-list.tsx';
import { Progress } from '../../kit/content/progress.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';
import { JobState } from './job-state.tsx';
import { isRunning, jobReads } from './migration-queries.ts';
import { RejectedRows } from './rejected-rows.tsx';
import { shareDone } from './share-done.ts';
import styles from './migration.module.css';

/** Stops the import. It can be resumed where it stopped. */
function CancelImport({ id }: { id: string }) {
  const say = useSay('migration');
  const [isAsking, setIsAsking] = useState(false);
  const cancel = useWrite((api, of: string, key) => migrationSources(api).imports.cancel(of, key), {
    refreshes: jobReads,
    onDone: () => setIsAsking(false),
  });
  return (
    <>
      <Button onPress={() => setIsAsking(true)}>{say('import.cancel')}</Button>
      <ConfirmDialog
        title={say('import.cancel.title')}
        consequences={[say('import.cancel.kept'), say('import.cancel.resumable')]}
        action={say('import.cancel')}
        isDanger
        isOpen={isAsking}
        isPending={cancel.isPending}
        problem={cancel.error && <ProblemNote error={cancel.error} />}
        onConfirm={() => cancel.mutate(id)}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}

function ResumeImport({ id }: { id: string }) {
  const say = useSay('migration');
  const resume = useWrite((api, of: string, key) => migrationSources(api).imports.resume(of, key), {
    refreshes: jobReads,
  });
  return (
    <>
      {resume.error && <ProblemNote error={resume.error} />}
      <Button kind="primary" isPending={resume.isPending} onPress={() => resume.mutate(id)}>
        {say('import.resume')}
      </Button>
    </>
  );
}

function ImportShare({ job: { progress, state } }: { job: ImportJob }) {
  const say = useSay('migration');
  const formats = useFormats();
  const { read, total, ratePerSecond, etaSeconds } = progress;
  return (
    <div>
      <Progress label={say('progress')} share={shareDone(progress)} />
      <p className={styles['quiet']}>
        {total === null
          ? say('progress.read', { read: formats.formatNumber(read) })
          : say('progress.of', {
              read: formats.formatNumber(read),
              total: formats.formatNumber(total),
            })}
        {state === 'RUNNING' && ratePerSecond !== null && (
          <> · {say('progress.rate', { rate: formats.formatNumber(Math.round(ratePerSecond)) })}</>
        )}
        {state === 'RUNNING' && etaSeconds !== null && (
          <> · {say('progress.left', { minutes: Math.ceil(etaSeconds / 60) })}</>
        )}
      </p>
    </div>
  );
}

/** An import: how far it is, what it has done, and which records it has rejected. */
export function ImportProgress({ job }: { job: ImportJob }) {
  const say = useSay('migration');
  const session = useSession();
  const { id, state, progress, failure, attempt, startedAt, finishedAt } = job;
  const time = (term: string, at: string | null) =>
    at === null ? [] : [{ term, value: <ExactTime at={at} /> }];
  const mayResume = ['FAILED', 'CANCELLED'].includes(state);
  return (
    <Section
      title={say('import')}
      actions={
        <>
          <ShowCode entries={[{ operation: 'migrationSourceGetImportJob', parameters: [id] }]} />
          {isRunning(job) && mayCall(session, 'migrationSourceCancelImport') && (
            <CancelImport id={id} />
          )}
          {mayResume && mayCall(session, 'migrationSourceResumeImport') && <ResumeImport id={id} />}
        </>
      }
    >
      <div className={styles['stack']}>
        <p>
          <JobState state={state} />
        </p>
        {failure && (
          <Banner state="error" isLive title={say('import.failed')}>
            {failure.detail} <code>{failure.code}</code>
          </Banner>
        )}
        <ImportShare job={job} />
        <DefinitionList
          entries={[
            { term: say('column.created'), value: progress.created },
            { term: say('column.updated'), value: progress.updated },
            { term: say('column.skipped'), value: progress.skipped },
            { term: say('column.failed'), value: progress.failed },
            ...(attempt > 1 ? [{ term: say('attempt'), value: attempt }] : []),
            ...time(say('startedAt'), startedAt),
            ...time(say('finishedAt'), finishedAt),
          ]}
        />
        {job.errorCount > 0 && <RejectedRows job={job} />}
      </div>
    </Section>
  );
}
