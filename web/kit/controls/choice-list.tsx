import type { ReactNode } from 'react';
import { ListBox, ListBoxItem, Text } from 'react-aria-components';
import { Check } from 'lucide-react';
import { Icon } from './icon.tsx';
import styles from './list.module.css';

/** One of the values that a field offers. */
export interface Choice {
  id: string;
  label: string;
  hint?: string;
  isDisabled?: boolean;
}

export interface ChoiceListProps {
  /** Absent: the list takes the choices of the field around it. */
  choices?: readonly Choice[];
  /** Shown instead of an empty list. */
  empty?: ReactNode;
}

/** The list of choices of a Select or ComboBox. */
export const ChoiceList = ({ choices, empty }: ChoiceListProps) => (
  <ListBox
    items={choices}
    className={styles['list']}
    renderEmptyState={() => <div className={styles['empty']}>{empty}</div>}
  >
    {({ id, label, hint, isDisabled }: Choice) => (
      <ListBoxItem id={id} textValue={label} isDisabled={isDisabled} className={styles['item']}>
        {({ isSelected }) => (
          <>
            <span className={styles['itemText']}>
              <Text slot="label">
                <bdi>{label}</bdi>
              </Text>
              {hint && (
                <Text slot="description" className={styles['itemHint']}>
                  <bdi>{hint}</bdi>
                </Text>
              )}
            </span>
            {isSelected && <Icon of={Check} />}
          </>
        )}
      </ListBoxItem>
    )}
  </ListBox>
);
