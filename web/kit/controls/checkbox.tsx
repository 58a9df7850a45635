import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox } from 'react-aria-components';
import type { CheckboxProps as AriaCheckboxProps } from 'react-aria-components';
import { Check, Minus } from 'lucide-react';
import { classNames } from '../class-names.ts';
import { Icon } from './icon.tsx';
import styles from './choice.module.css';

export interface CheckboxProps extends Omit<AriaCheckboxProps, 'className' | 'children'> {
  /** Absent in tables, where `aria-label` names the row. */
  label?: ReactNode;
  hint?: ReactNode;
}

/** A statement that can be ticked. It takes effect with the form; a `Switch` does immediately. */
export const Checkbox = ({ label, hint, ...props }: CheckboxProps) => (
  <AriaCheckbox {...props} className={classNames(styles['choice'], !label && styles['isBare'])}>
    {({ isSelected, isIndeterminate }) => (
      <>
        <span className={styles['mark']}>
          {isIndeterminate && <Icon of={Minus} size={14} />}
          {isSelected && !isIndeterminate && <Icon of={Check} size={14} />}
        </span>
        {label && (
          <span>
            {label}
            {hint && <span className={styles['hint']}>{hint}</span>}
          </span>
        )}
      </>
    )}
  </AriaCheckbox>
);
