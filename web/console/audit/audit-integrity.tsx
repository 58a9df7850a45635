import { useQuery } from '@tanstack/react-query';
import { auditLog } from '@platform/sdk';
import type { AuditLog, AuditVerification } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { pollWhile } from '../../client/query.ts';
import { useSession } from '../../client/session-query.ts';
import { useWrite } from '../../client/write.ts';
import { Code } from '../../kit/code/code.tsx';
import { Banner } from '../../kit/content/banner.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { useFormats, useSay } from '../../kit/words/words-context.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { auditLogQuery, verificationQuery } from './audit-queries.ts';
import styles from './audit.module.css';

const isRunning = ({ state }: AuditVerification): boolean =>
  state === 'PENDING' || state === 'RUNNING';

/** How many records there are, and up to which a checkpoint seals them. */
function Extent({ log }: { log: AuditLog }) {
  const say = useSay('audit');
  const { records, lastCheckpoint } = log;
  return (
    <p>
      {say('extent', { records })} ·{' '}
      {lastCheckpoint
        ? say.rich('extent.sealed', {
            seq: lastCheckpoint.seq,
            time: <ExactTime key="time" at={lastCheckpoint.at} />,
          })
        : say('extent.unsealed')}
    </p>
  );
}

/** What a verification has found. */
function Result({ verification }: { verification: AuditVerification }) {
  const say = useSay('audit');
  const formats = useFormats();
  const number = (value: number) => formats.formatNumber(value);
  const { progress, toSeq, result } = verification;
  if (isRunning(verification))
    return (
      <p role="status">
        {say('verify.running', { seq: number(progress.verifiedSeq ?? 0), last: number(toSeq) })}
      </p>
    );
  if (result?.firstBroken)
    return (
      <Banner
        state="error"
        isLive
        title={say('verify.broken', {
          seq: number(result.firstBroken.seq),
          reason: say(`verify.code.${result.firstBroken.code}`),
        })}
      >
        <bdi>{result.firstBroken.detail}</bdi>
      </Banner>
    );
  if (result?.outcome !== 'intact')
    return (
      <Banner state="error" isLive>
        {say('verify.failed')}
      </Banner>
    );
  return (
    <Banner
      state="ok"
      isLive
      title={say('verify.intact', { seq: number(result.verifiedSeq ?? toSeq) })}
    >
      {say('verify.intact.checkpoints', { count: result.checkpoints })}
    </Banner>
  );
}

function Verification({ id }: { id: string }) {
  const query = useQuery({ ...verificationQuery(id), ...pollWhile(isRunning, 1_000) });
  return (
    <Loaded query={query} lines={2}>
      {(verification) => <Result verification={verification} />}
    </Loaded>
  );
}

/** The command that verifies an export on another machine. */
const offline = 'npx platformctl audit verify manifest.json --keys jwks.json';

/** The proof that the log is complete and unchanged. A verification runs on when the page is left; its address shows it again. */
export function AuditIntegrity({
  verification,
  onStarted,
}: {
  verification: string | undefined;
  onStarted: (id: string) => void;
}) {
  const say = useSay('audit');
  const session = useSession();
  const query = useQuery(auditLogQuery());
  const start = useWrite((api, _: undefined, key) => auditLog(api).verifications.create({}, key), {
    refreshes: ['auditVerificationGet'],
    onDone: ({ id }) => onStarted(id),
  });
  return (
    <Section
      title={say('verify.title')}
      isCard
      actions={
        mayCall(session, 'auditVerificationCreate') && (
          <Button onPress={() => start.mutate(undefined)} isPending={start.isPending}>
            {say(verification === undefined ? 'verify' : 'verify.again')}
          </Button>
        )
      }
    >
      <div className={styles['stack']}>
        <Loaded query={query} lines={1}>
          {(log) => <Extent log={log} />}
        </Loaded>
        {start.error && <ProblemNote error={start.error} />}
        {verification !== undefined && (
          <>
            <Verification id={verification} />
            <div>
              <p className={styles['quiet']}>{say('verify.offline')}</p>
              <Code code={offline} language="shell" label={say('verify.offline')} />
            </div>
          </>
        )}
      </div>
    </Section>
  );
}
