import { useId } from 'react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './section.module.css';

export interface SectionProps {
  title: string;
  about?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** A frame, for a section beside others in a grid. Elsewhere lines divide, not boxes. */
  isCard?: boolean;
}

/** A part of a page with a title, divided from the one above by a line. */
export function Section({ title, about, actions, children, isCard }: SectionProps) {
  const id = useId();
  return (
    <section className={classNames(styles[isCard ? 'card' : 'section'])} aria-labelledby={id}>
      <div className={styles['head']}>
        <div className={styles['words']}>
          <h2 id={id}>{title}</h2>
          {about && <p className={styles['about']}>{about}</p>}
        </div>
        {actions && <div className={styles['actions']}>{actions}</div>}
      </div>
      {children}
    </section>
  );
}
