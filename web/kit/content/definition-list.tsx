import type { ReactNode } from 'react';
import styles from './definition-list.module.css';

export interface Definition {
  term: string;
  value: ReactNode;
}

/** Properties and their values, with a line between them. */
export const DefinitionList = ({ entries }: { entries: readonly Definition[] }) => (
  <dl className={styles['list']}>
    {entries.map(({ term, value }) => (
      <div key={term} className={styles['pair']}>
        <dt>{term}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
