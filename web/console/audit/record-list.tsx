import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../kit/content/empty-state.tsx';
import { currentCursor } from '../../kit/table/cursor-stack.ts';
import type { CursorStack } from '../../kit/table/cursor-stack.ts';
import { DataTable } from '../../kit/table/data-table.tsx';
import { useSay } from '../../kit/words/words-context.ts';
import { CursorPager, useExpiredCursor } from '../../parts/cursor-pager.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { useAuditColumns } from './audit-columns.tsx';
import { auditRecordsQuery } from './audit-queries.ts';

export interface RecordListProps {
  /** Whose records: those about a resource, or those of an organization. */
  filter: { subjectId: string } | { organizationId: string };
  cursors: CursorStack | undefined;
  onChange: (cursors: CursorStack | undefined) => void;
}

const shown = ['operation', 'actor', 'time', 'outcome'];

/** What has been done to something, newest first. Pages that show it load the words of the audit log. */
export function RecordList({ filter, cursors, onChange }: RecordListProps) {
  const say = useSay('audit');
  const query = useQuery({
    ...auditRecordsQuery({ ...filter, cursor: cursors && currentCursor(cursors) }),
    placeholderData: keepPreviousData,
  });
  const columns = useAuditColumns().filter(({ id }) => shown.includes(id));
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
