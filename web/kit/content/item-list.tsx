import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../controls/icon.tsx';
import styles from './item-list.module.css';

/** Things of the user in rows, with a line between them. */
export const ItemList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul aria-label={label}>{children}</ul>
);

export interface ItemProps {
  icon?: LucideIcon;
  /** Replaces the icon, such as an avatar. */
  lead?: ReactNode;
  title: ReactNode;
  badges?: ReactNode;
  /** In one line, with a dot between them. Those that are absent are left out. */
  facts?: readonly ReactNode[];
  /** More about it, below the facts. */
  children?: ReactNode;
  actions?: ReactNode;
  /** A small button that stays beside the words on a phone, too. */
  menu?: ReactNode;
}

/** One of them: what it is, what one knows of it, and what can be done. On a phone the actions are below. */
export const Item = ({
  icon,
  lead,
  title,
  badges,
  facts = [],
  children,
  actions,
  menu,
}: ItemProps) => (
  <li className={styles['item']}>
    {lead ?? <span className={styles['lead']}>{icon && <Icon of={icon} size={18} />}</span>}
    <div className={styles['words']}>
      <div className={styles['title']}>
        <span className={styles['name']}>{title}</span>
        {badges}
      </div>
      <div className={styles['clip']}>
        <div className={styles['facts']}>
          {facts.filter(Boolean).map((fact, index) => (
            // Facts have a fixed order.
            <span key={index} className={styles['fact']}>
              {fact}
            </span>
          ))}
        </div>
      </div>
      {children && <div className={styles['more']}>{children}</div>}
    </div>
    {actions && <div className={styles['actions']}>{actions}</div>}
    {menu}
  </li>
);
