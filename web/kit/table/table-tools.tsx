import type { ReactNode } from 'react';
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Check, ChevronLeft, ChevronRight, Columns3, X } from 'lucide-react';
import { Button, buttonClass } from '../controls/button.tsx';
import { Icon } from '../controls/icon.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { useIsNarrow } from '../media.ts';
import { useSay } from '../words/words-context.ts';
import { shownColumns } from './columns.ts';
import type { Column } from './columns.ts';
import listStyles from '../controls/list.module.css';
import styles from './data-table.module.css';

/** Search, filters and the choice of columns, above a table. */
export const TableToolbar = ({ children }: { children: ReactNode }) => (
  <div className={styles['toolbar']}>{children}</div>
);

export interface ColumnChoiceProps<Row> {
  columns: readonly Column<Row>[];
  chosen: readonly string[] | undefined;
  onChoose: (chosen: readonly string[]) => void;
}

/** The columns that a person wants to see. The first one always stays. */
export function ColumnChoice<Row>({ columns, chosen, onChoose }: ColumnChoiceProps<Row>) {
  const say = useSay('kit');
  // Cards show the same facts to everyone.
  if (useIsNarrow()) return null;
  return (
    <MenuTrigger>
      <AriaButton className={buttonClass({})}>
        <Icon of={Columns3} />
        {say('table.columns')}
      </AriaButton>
      <Popover className={listStyles['popover']} placement="bottom end" offset={4}>
        <Menu
          className={listStyles['list']}
          aria-label={say('table.columns')}
          selectionMode="multiple"
          selectedKeys={shownColumns(columns, chosen).map(({ id }) => id)}
          onSelectionChange={(keys) =>
            onChoose(columns.map(({ id }) => id).filter((id) => keys === 'all' || keys.has(id)))
          }
        >
          {columns.slice(1).map(({ id, label }) => (
            <MenuItem key={id} id={id} textValue={label} className={listStyles['item']}>
              {({ isSelected }) => (
                <>
                  <span className={listStyles['itemText']}>{label}</span>
                  {isSelected && <Icon of={Check} />}
                </>
              )}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

export interface PagerProps {
  /** What is shown: "50 of about 41,203 · 10:41". */
  children?: ReactNode;
  onPrevious?: () => void;
  onNext?: () => void;
}

/** Goes to the next and the previous page; the direction that does not exist is disabled. */
export function Pager({ children, onPrevious, onNext }: PagerProps) {
  const say = useSay('kit');
  return (
    <div className={styles['pager']}>
      <div>{children}</div>
      {(onPrevious ?? onNext) && (
        <div className={styles['pagerButtons']}>
          <Button size="small" isDisabled={!onPrevious} onPress={onPrevious}>
            <Icon of={ChevronLeft} />
            {say('table.previous')}
          </Button>
          <Button size="small" isDisabled={!onNext} onPress={onNext}>
            {say('table.next')}
            <Icon of={ChevronRight} />
          </Button>
        </div>
      )}
    </div>
  );
}

export interface SelectionBarProps {
  count: number;
  onClear: () => void;
  /** What can be done with the selected rows. */
  children: ReactNode;
}

/** What can be done with the selected rows, at the lower edge while there are any. */
export function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  const say = useSay('kit');
  if (count === 0) return null;
  return (
    <div className={styles['selection']} role="region" aria-label={say('table.selectionActions')}>
      <span className={styles['selectionCount']}>{say('table.selected', { count })}</span>
      {children}
      <IconButton icon={X} label={say('table.clearSelection')} onPress={onClear} />
    </div>
  );
}
