import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { auditRecords } from '@platform/sdk';
import type { AuditRecord } from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';
import { StatusDot } from '../../kit/content/badge.tsx';
import { CopyableId } from '../../kit/content/copyable.tsx';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { ExactTime } from '../../kit/content/time.tsx';
import { Verbatim } from '../../kit/content/verbatim.tsx';
import type { Column } from '../../kit/table/columns.ts';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import type { CursorStack } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { Loaded } from '../../parts/loaded.tsx';

type Filter = { subjectId: string } | { organizationId: string };

const recordsQuery = (filter: Filter, cursor: string | undefined) =>
  apiQuery('auditRecordList', [filter, cursor], (api, options) =>
    auditRecords(api).list({ ...filter, cursor, ...options }),
  );

const states = { success: 'ok', failure: 'error', denied: 'warning' } as const;

function useColumns(): readonly Column<AuditRecord>[] {
  const say = useSay('events');
  return [
    {
      id: 'operation',
      label: say('column.operation'),
      cell: ({ operationId }) => <code>{operationId}</code>,
    },
    {
      id: 'outcome',
      label: say('column.outcome'),
      isFact: true,
      cell: ({ outcome }) => (
        <StatusDot state={states[outcome]}>{say(`outcome.${outcome}`)}</StatusDot>
      ),
    },
    {
      id: 'actor',
      label: say('column.actor'),
      cell: ({ actor }) => {
        const name = actor.name ?? actor.email;
        return name === null ? <CopyableId text={actor.id} isShort /> : <Verbatim text={name} />;
      },
    },
    {
      id: 'time',
      label: say('column.time'),
      isFact: true,
      cell: ({ occurredAt }) => <ExactTime at={occurredAt} />,
    },
  ];
}

export interface RecordListProps {
  /** Whose records: those about a resource, or those of an organization. */
  filter: Filter;
  cursors: CursorStack | undefined;
  onChange: (cursors: CursorStack | undefined) => void;
}

/** What has been done to something, newest first. Pages that show it load the words of events. */
export function RecordList({ filter, cursors, onChange }: RecordListProps) {
  const say = useSay('events');
  const query = useQuery({
    ...recordsQuery(filter, cursors && currentCursor(cursors)),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns();
  useExpiredCursor(query.error, cursors, () => onChange(undefined));
  return (
    <Loaded query={query} lines={8}>
      {(page) => (
        <>
          <DataTable
            label={say('records')}
            columns={columns}
            rows={page.data}
            idOf={({ id }) => id}
            nameOf={({ operationId }) => operationId}
            empty={
              <EmptyState why="noneYet" title={say('noRecords.title')}>
                {say('noRecords.text')}
              </EmptyState>
            }
          />
          <CursorPager cursors={cursors} page={page} onChange={onChange} />
        </>
      )}
    </Loaded>
  );
}
