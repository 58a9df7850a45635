import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { auditExports } from '@platform/sdk';
import type { AuditExport } from '@platform/sdk';
import { mayCall } from '../../client/permissions.ts';
import { useSession } from '../../client/session-query.ts';
import { useWebClient } from '../../client/web-client.ts';
import { useWrite } from '../../client/write.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { Section } from '../../kit/content/section.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Button } from '../../kit/controls/button.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { saveResponse } from '../../parts/save-response.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { auditExportsQuery } from './audit-queries.ts';
import { ExportAuditDialog } from './export-audit-dialog.tsx';
import styles from './audit.module.css';

const states = {
  PENDING: 'info',
  RUNNING: 'info',
  COMPLETED: 'ok',
  FAILED: 'error',
  CANCELLED: 'neutral',
  EXPIRED: 'neutral',
} as const;

const isRunning = ({ state }: AuditExport): boolean => state === 'PENDING' || state === 'RUNNING';

/** Downloads the parts of an export. The manifest, part 0, lists the digests of the others. */
function Downloads({ of }: { of: AuditExport }) {
  const say = useSay('audit');
  const { api } = useWebClient();
  const [error, setError] = useState<unknown>();
  async function download(part: number, name: string): Promise<void> {
    try {
      setError(undefined);
      await saveResponse(await auditExports(api).download(of.id, { part }), name);
    } catch (failure) {
      setError(failure);
    }
  }
  const parts = of.parts.filter(({ part }) => part > 0);
  return (
    <>
      <div className={styles['downloads']}>
        <Button size="small" onPress={() => void download(0, `${of.id}-manifest.json`)}>
          {say('export.manifest')}
        </Button>
        {parts.map(({ part, name }) => (
          <Button key={part} size="small" onPress={() => void download(part, name)}>
            {say('export.download', { part })}
          </Button>
        ))}
      </div>
      {error !== undefined && <ProblemNote error={error} />}
    </>
  );
}

function Export({ of }: { of: AuditExport }) {
  const say = useSay('audit');
  const session = useSession();
  const remove = useWrite((api, id: string) => auditExports(api).delete(id), {
    refreshes: ['auditExportList'],
  });
  return (
    <li className={styles['export']}>
      <StatusDot state={states[of.state]}>{say(`export.state.${of.state}`)}</StatusDot>
      <span>
        {say.rich('export.range', {
          from: <ExactTime key="from" at={of.from} />,
          to: <ExactTime key="to" at={of.to} />,
        })}
      </span>
      <span className={styles['quiet']}>
        {say('export.records', { count: of.progress.records })}
        {of.expiresAt !== null && of.state === 'COMPLETED' && (
          <>
            {' · '}
            {say.rich('export.expires', { time: <ExactTime key="time" at={of.expiresAt} /> })}
          </>
        )}
      </span>
      {of.state === 'COMPLETED' && mayCall(session, 'auditExportDownload') && <Downloads of={of} />}
      {mayCall(session, 'auditExportDelete') && of.state !== 'EXPIRED' && (
        <Button
          size="small"
          kind="quiet"
          isPending={remove.isPending}
          onPress={() => remove.mutate(of.id)}
        >
          {say('export.delete')}
        </Button>
      )}
      {remove.error && <ProblemNote error={remove.error} />}
    </li>
  );
}

/** Exports of the log. They go on when the page is left. */
export function AuditExports() {
  const say = useSay('audit');
  const session = useSession();
  const queryClient = useQueryClient();
  const [isExporting, setIsExporting] = useState(false);
  const query = useQuery({
    ...auditExportsQuery(),
    refetchInterval: ({ state }) =>
      state.data?.value.data.some((one) => isRunning(one)) ? 2_000 : false,
  });
  return (
    <Section
      title={say('exports')}
      actions={
        mayCall(session, 'auditExportCreate') && (
          <Button onPress={() => setIsExporting(true)}>{say('export')}</Button>
        )
      }
    >
      <Loaded query={query} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={styles['quiet']}>{say('exports.empty')}</p>
          ) : (
            <ul className={styles['list']}>
              {data.map((one) => (
                <Export key={one.id} of={one} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isExporting && (
        <ExportAuditDialog
          onClose={() => {
            setIsExporting(false);
            void queryClient.invalidateQueries({ queryKey: ['auditExportList'] });
          }}
        />
      )}
    </Section>
  );
}
