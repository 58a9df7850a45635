import { Button } from 'react-aria-components';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { SkeletonBar } from '../content/skeleton.tsx';
import { Checkbox } from '../controls/checkbox.tsx';
import { Icon } from '../controls/icon.tsx';
import { useIsNarrow } from '../media.ts';
import { useSay } from '../words/words-context.ts';
import { nextSort, shownColumns } from './columns.ts';
import type { Column, DataTableProps, Sort } from './columns.ts';
import { DataCards } from './data-cards.tsx';
import { useRowKeys } from './row-keys.ts';
import { RowName } from './row-name.tsx';
import { pageSelection, togglePage, toggleRow } from './selection.ts';
import styles from './data-table.module.css';

const loadingRows = 8;

interface HeadProps<Row> {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const className = column.isNumber ? styles['number'] : undefined;
  if (!column.isSortable || !onSort)
    return (
      <th scope="col" className={className}>
        {column.label}
      </th>
    );
  const direction = sort?.column === column.id ? sort.direction : 'none';
  return (
    <th scope="col" className={className} aria-sort={direction}>
      <Button className={styles['sort']} onPress={() => onSort(nextSort(sort, column.id))}>
        {column.label}
        <Icon of={direction === 'descending' ? ArrowDown : ArrowUp} size={14} />
      </Button>
    </th>
  );
}

const LoadingRows = ({ columns }: { columns: number }) =>
  Array.from({ length: loadingRows }, (_row, row) => (
    <tr key={row}>
      {Array.from({ length: columns }, (_cell, index) => (
        <td key={index}>
          <SkeletonBar width={`${40 + ((row * 3 + index * 5) % 5) * 10}%`} />
        </td>
      ))}
    </tr>
  ));

function WideTable<Row>(props: DataTableProps<Row> & { shown: readonly Column<Row>[] }) {
  const { label, rows, idOf, nameOf, hrefOf, selection, onSelect, shown } = props;
  const say = useSay('kit');
  const ids = rows.map(idOf);
  const ofPage = selection ? pageSelection(selection, ids) : 'none';
  return (
    <div className={styles['scroll']}>
      <table className={styles['table']} aria-label={label} aria-busy={props.isLoading}>
        <thead>
          <tr>
            {selection && (
              <td className={styles['select']}>
                <Checkbox
                  aria-label={say('table.selectPage')}
                  isSelected={ofPage === 'all'}
                  isIndeterminate={ofPage === 'some'}
                  isDisabled={rows.length === 0}
                  onChange={() => onSelect?.(togglePage(selection, ids))}
                />
              </td>
            )}
            {shown.map((column) => (
              <Head key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {props.isLoading && rows.length === 0 && (
            <LoadingRows columns={shown.length + (selection ? 1 : 0)} />
          )}
          {rows.map((row) => {
            const id = idOf(row);
            const isSelected = selection?.has(id);
            return (
              <tr key={id} data-row data-selected={isSelected || undefined}>
                {selection && (
                  <td className={styles['select']}>
                    <Checkbox
                      aria-label={say('table.select', { name: nameOf(row) })}
                      isSelected={isSelected}
                      onChange={() => onSelect?.(toggleRow(selection, id))}
                    />
                  </td>
                )}
                {shown.map((column, index) => (
                  <td key={column.id} className={column.isNumber ? styles['number'] : undefined}>
                    {index === 0 ? (
                      <RowName row={row} column={column} hrefOf={hrefOf} />
                    ) : (
                      column.cell(row)
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** A table of the rows of one page: links that can be selected; on a phone, cards of three facts. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, selection, onSelect, idOf, isLoading, empty } = props;
  const isNarrow = useIsNarrow();
  const select = selection && onSelect;
  const frame = useRowKeys(
    select && ((index) => rows[index] && select(toggleRow(selection, idOf(rows[index])))),
  );
  if (rows.length === 0 && !isLoading) return <>{empty}</>;
  const shown = shownColumns(props.columns, props.chosen);
  return (
    <div className={styles['frame']} ref={frame}>
      {isNarrow ? <DataCards {...props} /> : <WideTable {...props} shown={shown} />}
    </div>
  );
}
