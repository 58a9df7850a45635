import type { ReactNode } from 'react';
import { Button, GridList, GridListItem, Link, useDragAndDrop } from 'react-aria-components';
import { ArrowDown, ArrowUp, ChevronsUp, Ellipsis, GripVertical } from 'lucide-react';
import { Icon } from '../controls/icon.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { Menu } from '../controls/menu.tsx';
import { useSay } from '../words/words-context.ts';
import { moved } from './order.ts';
import styles from './order-list.module.css';

export interface OrderListProps<Row> {
  label: string;
  rows: readonly Row[];
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  hrefOf: (row: Row) => string;
  /** Gets all rows in their new order, and the index of the moved one. Absent: the order cannot be changed. */
  onOrder?: (rows: readonly Row[], index: number) => void;
  /** Content of a row beside its name. */
  children: (row: Row) => ReactNode;
}

interface MoveMenuProps {
  name: string;
  index: number;
  count: number;
  move: (to: number) => void;
}

/** Moves a row without dragging it (WCAG 2.5.7). */
function MoveMenu({ name, index, count, move }: MoveMenuProps) {
  const say = useSay('kit');
  const label = say('order.move', { name });
  const up = { icon: ArrowUp, isDisabled: index === 0, onAction: () => move(index - 1) };
  const down = {
    icon: ArrowDown,
    isDisabled: index === count - 1,
    onAction: () => move(index + 1),
  };
  const first = { icon: ChevronsUp, isDisabled: index === 0, onAction: () => move(0) };
  return (
    <Menu
      label={label}
      trigger={<IconButton icon={Ellipsis} label={label} kind="quiet" size="small" />}
      groups={[
        {
          id: 'move',
          entries: [
            { id: 'up', label: say('order.up'), ...up },
            { id: 'down', label: say('order.down'), ...down },
            { id: 'first', label: say('order.first'), ...first },
          ],
        },
      ]}
    />
  );
}

/** Rows in an order that a person chooses: by dragging, with keys (Enter on the handle), or with a menu. */
export function OrderList<Row>({
  label,
  rows,
  idOf,
  nameOf,
  hrefOf,
  onOrder,
  children,
}: OrderListProps<Row>) {
  const say = useSay('kit');
  const indexOf = (id: string) => rows.findIndex((row) => idOf(row) === id);
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder({ keys, target }) {
      const from = indexOf(String([...keys][0]));
      const at = indexOf(String(target.key)) + (target.dropPosition === 'after' ? 1 : 0);
      const to = at > from ? at - 1 : at;
      onOrder?.(moved(rows, from, to), to);
    },
  });
  return (
    <GridList
      aria-label={label}
      className={styles['list']}
      dependencies={[rows]}
      dragAndDropHooks={onOrder ? dragAndDropHooks : undefined}
      keyboardNavigationBehavior="tab"
    >
      {rows.map((row, index) => (
        <GridListItem
          key={idOf(row)}
          id={idOf(row)}
          textValue={nameOf(row)}
          className={styles['row']}
        >
          {onOrder && (
            <Button
              slot="drag"
              className={styles['handle']}
              aria-label={say('order.drag', { name: nameOf(row) })}
            >
              <Icon of={GripVertical} />
            </Button>
          )}
          <div className={styles['content']}>
            <Link href={hrefOf(row)} className={styles['name']}>
              {nameOf(row)}
            </Link>
            {children(row)}
          </div>
          {onOrder && (
            <MoveMenu
              name={nameOf(row)}
              index={index}
              count={rows.length}
              move={(to) => onOrder(moved(rows, index, to), to)}
            />
          )}
        </GridListItem>
      ))}
    </GridList>
  );
}
