import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Read } from '../client/query.ts';
import type { DataTableProps } from '../kit/table/columns.ts';
import type { CursorStack } from '../kit/table/cursor-stack.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import { CursorPager, useExpiredCursor } from './cursor-pager.tsx';
import { Loaded } from './loaded.tsx';

interface ListPage<Row> {
  data: readonly Row[];
  nextCursor: string | null;
  hasMore: boolean;
}

export interface CursorListProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'isLoading'> {
  query: UseQueryResult<Read<ListPage<Row>>>;
  /** The cursors in the address of the page. */
  cursors: CursorStack | undefined;
  onCursors: (cursors: CursorStack | undefined) => void;
  /** The number of rows in words. */
  shown?: (count: number) => ReactNode;
}

/** A list that is read page by page. */
export function CursorList<Row>(props: CursorListProps<Row>) {
  const { query, cursors, onCursors, shown, ...table } = props;
  useExpiredCursor(query.error, cursors, () => onCursors(undefined));
  return (
    <Loaded query={query} loading={<DataTable {...table} rows={[]} isLoading />}>
      {(page) => (
        <>
          <DataTable {...table} rows={page.data} />
          <CursorPager cursors={cursors} page={page} onChange={onCursors}>
            {page.data.length > 0 && shown?.(page.data.length)}
          </CursorPager>
        </>
      )}
    </Loaded>
  );
}
