import type { ImportDryRun } from '@platform/sdk';
import { StatusDot } from '../../kit/content/badge.tsx';
import { Section } from '../../kit/content/section.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import styles from './migration.module.css';

type Row = ImportDryRun['sample'][number];

const dots = { create: 'ok', update: 'ok', skip: 'neutral', fail: 'error' } as const;

/** Records of the source as they would be imported. */
export function DryRunSample({ sample }: Pick<ImportDryRun, 'sample'>) {
  const say = useSay('migration');
  const columns: readonly Column<Row>[] = [
    {
      id: 'row',
      label: say('column.row'),
      cell: ({ row, sourceId }) => (
        <>
          {row} {sourceId !== null && <Verbatim text={sourceId} />}
        </>
      ),
    },
    {
      id: 'action',
      label: say('column.action'),
      isFact: true,
      cell: ({ action }) => <StatusDot state={dots[action]}>{say(`action.${action}`)}</StatusDot>,
    },
    {
      id: 'mapped',
      label: say('column.mapped'),
      cell: ({ mapped }) => <code className={styles['mapped']}>{JSON.stringify(mapped)}</code>,
    },
    {
      id: 'problems',
      label: say('column.problems'),
      isFact: true,
      cell: ({ problems }) =>
        problems.length === 0
          ? '—'
          : problems.map(({ pointer, code, detail }) => (
              <div key={`${pointer} ${code}`}>
                {pointer !== null && <code>{pointer}</code>} {detail}
              </div>
            )),
    },
  ];
  return (
    <Section title={say('sample')} about={say('sample.about')}>
      <DataTable
        label={say('sample')}
        columns={columns}
        rows={sample}
        idOf={({ row }) => String(row)}
        nameOf={({ row }) => String(row)}
        empty={null}
      />
    </Section>
  );
}
