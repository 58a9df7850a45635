import type { ReactNode } from 'react';
import { Verbatim } from '../content/verbatim.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import type { Crumb } from './breadcrumbs.tsx';
import styles from './page-header.module.css';

export interface PageHeaderProps {
  title: string;
  crumbs?: readonly Crumb[];
  /** Picture or initials of what the page is about. */
  avatar?: ReactNode;
  status?: ReactNode;
  /** Facts in one line: e-mail, id to copy, source. */
  meta?: ReactNode;
  /** One main action, and a menu of others. */
  actions?: ReactNode;
  /** `TabLinks`. */
  tabs?: ReactNode;
}

/** The head of a page: where it is, what it is about, how that is, and what can be done. */
export const PageHeader = ({
  title,
  crumbs,
  avatar,
  status,
  meta,
  actions,
  tabs,
}: PageHeaderProps) => (
  <div className={styles['header']}>
    {crumbs && <Breadcrumbs crumbs={crumbs} />}
    <div className={styles['main']}>
      <div className={styles['name']}>
        {avatar}
        <div className={styles['words']}>
          <div className={styles['title']}>
            <h1 tabIndex={-1}>
              <Verbatim text={title} />
            </h1>
            {status}
          </div>
          {meta && <div className={styles['meta']}>{meta}</div>}
        </div>
      </div>
      {actions && <div className={styles['actions']}>{actions}</div>}
    </div>
    {tabs && <div className={styles['tabs']}>{tabs}</div>}
  </div>
);

/** Moves the focus to the title, so that a change of route is announced. Called after the new page has appeared. */
export const focusTitle = (): void => document.querySelector<HTMLElement>('main h1')?.focus();
