import type { DiagnosticReport } from '@platform/sdk';
import { Banner } from '../../kit/content/banner.tsx';
import { StatusDot } from '../../kit/content/badge.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';

type Step = DiagnosticReport['steps'][number];

const dots = { ok: 'ok', warning: 'warning', failed: 'error', skipped: 'neutral' } as const;

/** The steps of a connection test: how long each took, what it found, and what helps. */
export function Report({ report }: { report: Pick<DiagnosticReport, 'ok' | 'steps'> }) {
  const say = useSay('directories');
  const columns: readonly Column<Step>[] = [
    { id: 'step', label: say('step'), cell: ({ name }) => <Verbatim text={name} /> },
    {
      id: 'status',
      label: say('status'),
      isFact: true,
      cell: ({ status }) => <StatusDot state={dots[status]}>{say(`step.${status}`)}</StatusDot>,
    },
    {
      id: 'detail',
      label: say('step.detail'),
      isFact: true,
      cell: ({ detail, evidence }) => (
        <>
          {detail && <Verbatim text={detail} />}
          {evidence && <code>{JSON.stringify(evidence)}</code>}
        </>
      ),
    },
    {
      id: 'duration',
      label: say('duration'),
      isNumber: true,
      cell: ({ durationMs }) => `${durationMs} ms`,
    },
  ];
  return (
    <>
      <Banner state={report.ok ? 'ok' : 'error'} isLive>
        {say(report.ok ? 'test.ok' : 'test.failed')}
      </Banner>
      <DataTable
        label={say('test.steps')}
        columns={columns}
        rows={report.steps}
        idOf={({ name }) => name}
        nameOf={({ name }) => name}
        empty={null}
      />
    </>
  );
}
