import type { ReactNode } from 'react';
import styles from './page-stack.module.css';

export interface PageStackProps {
  /** The `PageHeader`. */
  head: ReactNode;
  children: ReactNode;
}

/** The head and the sections of a page, of a width that can be read well. */
export const PageStack = ({ head, children }: PageStackProps) => (
  <div className={styles['stack']}>
    {head}
    <div>{children}</div>
  </div>
);
