import type { ReactNode } from 'react';
import { Link as AriaLink } from 'react-aria-components';
import type { LinkProps as AriaLinkProps } from 'react-aria-components';
import { ExternalLink } from 'lucide-react';
import { classNames } from '../class-names.ts';
import { useSay } from '../words/words-context.ts';
import { Icon } from './icon.tsx';
import { safeHref } from './safe-href.ts';
import styles from './link.module.css';

export interface LinkProps extends Omit<AriaLinkProps, 'className' | 'children'> {
  children: ReactNode;
  /** Looks like the text around it until hovered, as names in tables. */
  isQuiet?: boolean;
}

/** A link within the application: the router of `KitProvider` follows it. */
export const Link = ({ isQuiet, ...props }: LinkProps) => (
  <AriaLink {...props} className={classNames(styles['link'], isQuiet && styles['quiet'])} />
);

/** A link to another site, in a new tab. An address with a protocol that is not safe remains text. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  const say = useSay('kit');
  const safe = safeHref(href);
  if (safe === undefined) return <bdi>{children}</bdi>;
  return (
    <AriaLink href={safe} target="_blank" rel="noopener noreferrer" className={styles['link']}>
      {children}
      <Icon of={ExternalLink} size={14} />
      <span className="visually-hidden"> {say('opensInNewTab')}</span>
    </AriaLink>
  );
}
