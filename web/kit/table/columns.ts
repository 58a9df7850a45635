import type { ReactNode } from 'react';
import type { Selection } from './selection.ts';

/** A column of a table. The first one names the row, and its link. */
export interface Column<Row> {
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** Whether the server sorts by it. */
  isSortable?: boolean;
  isNumber?: boolean;
  /** Hidden until it is chosen. */
  isExtra?: boolean;
  /** Whether a card on a phone shows it: one column below the name, a second, short one at the end. */
  isFact?: boolean;
}

export interface Sort {
  column: string;
  direction: 'ascending' | 'descending';
}

/** The columns that are shown: the chosen ones, or all that are not extra. The first one always is. */
export const shownColumns = <Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | undefined,
): Column<Row>[] =>
  columns.filter(
    ({ id, isExtra }, index) => index === 0 || (chosen ? chosen.includes(id) : !isExtra),
  );

/** The order after a press on a column: ascending first, then descending. */
export const nextSort = (sort: Sort | undefined, column: string): Sort => ({
  column,
  direction: sort?.column === column && sort.direction === 'ascending' ? 'descending' : 'ascending',
});

/** Properties of a table, as a table or as cards. */
export interface DataTableProps<Row> {
  /** What the rows are, for screen readers: "Users". */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  idOf: (row: Row) => string;
  /** The name of a row, for its checkbox. */
  nameOf: (row: Row) => string;
  /** Where a row leads; rows are links. */
  hrefOf?: (row: Row) => string;
  /** Ids of the columns to show, as the person has chosen. */
  chosen?: readonly string[];
  selection?: Selection;
  onSelect?: (selection: Selection) => void;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  isLoading?: boolean;
  /** An `EmptyState`, instead of the table, if there are no rows. */
  empty: ReactNode;
}
