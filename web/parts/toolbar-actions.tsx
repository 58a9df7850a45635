import type { ReactNode } from 'react';
import styles from './toolbar-actions.module.css';

/** What can be done with a list, at the end of its toolbar. */
export const ToolbarActions = ({ children }: { children: ReactNode }) => (
  <div className={styles['actions']}>{children}</div>
);
