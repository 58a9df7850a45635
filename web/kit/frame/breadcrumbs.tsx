import { ChevronRight } from 'lucide-react';
import { Icon } from '../controls/icon.tsx';
import { Link } from '../controls/link.tsx';
import { useSay } from '../words/words-context.ts';
import styles from './breadcrumbs.module.css';

export interface Crumb {
  href: string;
  label: string;
}

/** The pages above this one; the title below them is the last step. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const say = useSay('kit');
  return (
    <nav aria-label={say('breadcrumbs')}>
      <ol className={styles['trail']}>
        {crumbs.map(({ href, label }) => (
          <li key={href} className={styles['step']}>
            <Link href={href} isQuiet>
              <bdi>{label}</bdi>
            </Link>
            <Icon of={ChevronRight} size={14} />
          </li>
        ))}
      </ol>
    </nav>
  );
}
