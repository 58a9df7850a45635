import type { ReactNode } from 'react';
import { CloudOff, Inbox, Lock, SearchX } from 'lucide-react';
import { Icon } from '../controls/icon.tsx';
import styles from './empty-state.module.css';

/** Why there is nothing: there is none yet, none matches, the person may not see any, or they could not be loaded. */
export type Emptiness = 'noneYet' | 'noneMatch' | 'notAllowed' | 'couldNotLoad';

const icons = { noneYet: Inbox, noneMatch: SearchX, notAllowed: Lock, couldNotLoad: CloudOff };

export interface EmptyStateProps {
  why: Emptiness;
  /** "No webhooks yet", "You can't see webhooks". */
  title: string;
  /** What it is for, or who can change it. */
  children?: ReactNode;
  actions?: ReactNode;
  /** Level of the title: 1 in place of a page, 3 within a section. */
  level?: 1 | 2 | 3;
}

/** Says why a list or page has nothing to show, and what helps. */
export function EmptyState({ why, title, children, actions, level = 2 }: EmptyStateProps) {
  const Title = `h${level}` as const;
  return (
    <div className={styles['empty']} role={why === 'couldNotLoad' ? 'alert' : undefined}>
      <span className={styles['icon']}>
        <Icon of={icons[why]} size={20} />
      </span>
      <Title className={styles['title']}>{title}</Title>
      {children && <div className={styles['text']}>{children}</div>}
      {actions && <div className={styles['actions']}>{actions}</div>}
    </div>
  );
}
