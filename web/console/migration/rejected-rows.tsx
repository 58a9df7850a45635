import { useState } from 'react';
import { migrationSources } from '@platform/sdk';
import type { ImportError, ImportJob } from '@platform/sdk';
import { useWebClient } from '../../client/web-client.ts';
import { Section } from '../../kit/content/section.tsx';
import { saveAsFile } from '../../kit/content/take-away.ts';
import { Button } from '../../kit/controls/button.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { toCsv } from '../../kit/table/csv.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { ShowCode } from '../../parts/show-code.tsx';

const head = ['row', 'sourceId', 'code', 'pointer', 'detail'];

const csvRow = ({ row, sourceId, code, pointer, detail }: ImportError) => [
  row,
  sourceId ?? '',
  code,
  pointer ?? '',
  detail,
];

/** Reads all errors of an import and saves them as CSV. */
function DownloadButton({ id }: { id: string }) {
  const say = useSay('migration');
  const { api } = useWebClient();
  const [isPending, setIsPending] = useState(false);
  const [error, setError] = useState<unknown>();
  async function download(): Promise<void> {
    setIsPending(true);
    setError(undefined);
    try {
      const rows: (string | number)[][] = [head];
      for await (const one of migrationSources(api).imports.errors.list(id, { limit: 200 }))
        rows.push(csvRow(one));
      saveAsFile(toCsv(rows), { name: `${id}-rejected.csv`, type: 'text/csv' });
    } catch (failure) {
      setError(failure);
    } finally {
      setIsPending(false);
    }
  }
  return (
    <>
      {error !== undefined && <ProblemNote error={error} />}
      <Button isPending={isPending} onPress={() => void download()}>
        {say('rejected.download')}
      </Button>
    </>
  );
}

/** Failures by code, and the first rejected records. */
export function RejectedRows({ job: { id, errorCount, errorSample } }: { job: ImportJob }) {
  const say = useSay('migration');
  const columns: readonly Column<ImportError>[] = [
    { id: 'row', label: say('column.row'), cell: ({ row }) => row },
    {
      id: 'code',
      label: say('column.code'),
      isFact: true,
      cell: ({ code }) => <code>{code}</code>,
    },
    {
      id: 'detail',
      label: say('column.problems'),
      isFact: true,
      cell: ({ pointer, detail }) => (
        <>
          {pointer !== null && <code>{pointer}</code>} {detail}
        </>
      ),
    },
    { id: 'source', label: say('column.source'), cell: ({ sourceId }) => sourceId ?? '—' },
  ];
  return (
    <Section
      title={say('rejected', { count: errorCount })}
      about={say('rejected.about')}
      actions={
        <>
          <ShowCode
            entries={[{ operation: 'migrationSourceListImportErrors', parameters: [id] }]}
          />
          <DownloadButton id={id} />
        </>
      }
    >
      <DataTable
        label={say('rejected', { count: errorCount })}
        columns={columns}
        rows={errorSample}
        idOf={({ row, pointer, code }) => `${row} ${pointer} ${code}`}
        nameOf={({ row }) => String(row)}
        empty={null}
      />
    </Section>
  );
}
