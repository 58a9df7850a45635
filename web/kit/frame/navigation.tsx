import { Link } from 'react-aria-components';
import { Icon } from '../controls/icon.tsx';
import { useSay } from '../words/words-context.ts';
import { currentEntry } from './navigation-entries.ts';
import type { NavigationGroup } from './navigation-entries.ts';
import styles from './navigation.module.css';

export interface NavigationProps {
  groups: readonly NavigationGroup[];
  /** The path of the page. */
  path: string;
}

/** The main navigation; the entry of the current page is marked. */
export function Navigation({ groups, path }: NavigationProps) {
  const say = useSay('kit');
  const current = currentEntry(groups, path);
  return (
    <nav aria-label={say('mainNavigation')} className={styles['navigation']}>
      {groups.map(({ label, entries }) => (
        <div key={label ?? entries[0]?.href} className={styles['group']}>
          {label && (
            <div className={styles['heading']} data-rail>
              {label}
            </div>
          )}
          {entries.map((entry) => (
            <Link
              key={entry.href}
              href={entry.href}
              aria-current={entry.href === current ? 'page' : undefined}
              className={styles['entry']}
            >
              <Icon of={entry.icon} />
              <span className={styles['label']}>{entry.label}</span>
            </Link>
          ))}
        </div>
      ))}
    </nav>
  );
}
