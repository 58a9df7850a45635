import type { ReactNode } from 'react';
import styles from './page-stack.module.css';

/** The sections of a page, of a width that can be read well. */
export const PageStack = ({ children }: { children: ReactNode }) => (
  <div className={styles['stack']}>{children}</div>
);

/** One sentence instead of an empty list, where a section says already what it is for. */
export const NoneYet = ({ children }: { children: ReactNode }) => (
  <p className={styles['none']}>{children}</p>
);
