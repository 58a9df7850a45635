import { Link } from 'react-aria-components';
import type { Column } from './columns.ts';
import styles from './data-table.module.css';

/** The content of the first cell: a link that covers the row. */
export function RowName<Row>({
  row,
  column,
  hrefOf,
}: {
  row: Row;
  column: Column<Row>;
  hrefOf?: (row: Row) => string;
}) {
  if (!hrefOf) return <>{column.cell(row)}</>;
  return (
    <Link href={hrefOf(row)} className={styles['rowLink']} data-row-link>
      {column.cell(row)}
    </Link>
  );
}
