import type { ReactNode } from 'react';
import { Switch as AriaSwitch } from 'react-aria-components';
import type { SwitchProps as AriaSwitchProps } from 'react-aria-components';
import styles from './choice.module.css';

export interface SwitchProps extends Omit<AriaSwitchProps, 'className' | 'children'> {
  label: ReactNode;
  hint?: ReactNode;
}

/** Turns something on or off immediately. */
export const Switch = ({ label, hint, ...props }: SwitchProps) => (
  <AriaSwitch {...props} className={styles['choice']}>
    <span className={styles['track']}>
      <span className={styles['thumb']} />
    </span>
    <span>
      {label}
      {hint && <span className={styles['hint']}>{hint}</span>}
    </span>
  </AriaSwitch>
);
