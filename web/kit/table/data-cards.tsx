import { classNames } from '../class-names.ts';
import { SkeletonBar } from '../content/skeleton.tsx';
import { Checkbox } from '../controls/checkbox.tsx';
import { useSay } from '../words/words-context.ts';
import type { DataTableProps } from './columns.ts';
import { RowName } from './row-name.tsx';
import { toggleRow } from './selection.ts';
import styles from './data-table.module.css';

function LoadingCards() {
  const say = useSay('kit');
  return (
    <div className={styles['cards']} role="status">
      <span className="visually-hidden">{say('loading')}</span>
      {['38%', '52%', '44%', '35%', '48%', '41%'].map((width) => (
        <div key={width} className={styles['card']}>
          <div className={styles['loadingCard']}>
            <SkeletonBar width={width} />
            <SkeletonBar width="70%" height={10} />
          </div>
        </div>
      ))}
    </div>
  );
}

/** The rows of a table on a phone: the name, a fact below it, and a short one at the end. */
export function DataCards<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, idOf, nameOf, hrefOf, selection, onSelect, isLoading } = props;
  const say = useSay('kit');
  const [name, ...others] = columns;
  const [below, end] = others.filter(({ isFact }) => isFact);
  if (isLoading && rows.length === 0) return <LoadingCards />;
  return (
    <ul className={styles['cards']} aria-label={label}>
      {rows.map((row) => {
        const id = idOf(row);
        const isSelected = selection?.has(id);
        return (
          <li
            key={id}
            data-row
            data-selected={isSelected || undefined}
            className={classNames(styles['card'], selection && styles['selectable'])}
          >
            {selection && (
              <div className={styles['cardSelect']}>
                <Checkbox
                  aria-label={say('table.select', { name: nameOf(row) })}
                  isSelected={isSelected}
                  onChange={() => onSelect?.(toggleRow(selection, id))}
                />
              </div>
            )}
            <div className={styles['cardText']}>
              <div>{name && <RowName row={row} column={name} hrefOf={hrefOf} />}</div>
              {below && <div className={styles['fact']}>{below.cell(row)}</div>}
            </div>
            {end && (
              <div className={classNames(styles['fact'], styles['endFact'])}>{end.cell(row)}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
