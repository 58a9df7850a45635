import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import type { State } from './states.ts';
import styles from './badge.module.css';

export interface BadgeProps {
  /** `neutral`: neither good nor bad, such as Draft. */
  state?: State | 'neutral';
  children: ReactNode;
}

/** A status in a word, with a shape of its own for each state: for rows and headers. */
export const StatusDot = ({ state = 'neutral', children }: BadgeProps) => (
  <span className={classNames(styles['badge'], styles[state])}>
    <span className={styles['dot']} aria-hidden />
    {children}
  </span>
);

/** A property in a word, such as Primary or Test: beside a name. */
export const Badge = ({ state = 'neutral', children }: BadgeProps) => (
  <span className={classNames(styles['badge'], styles['pill'], styles[state])}>{children}</span>
);
