import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Link, Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components';
import { useFormats } from '../words/words-context.ts';
import styles from './tabs.module.css';

export interface TabLink {
  href: string;
  label: string;
  count?: number;
}

export interface TabLinksProps {
  /** What the tabs are of, for screen readers. */
  label: string;
  tabs: readonly TabLink[];
  /** The `href` of the tab that is open. */
  current: string;
}

/** Tabs of which each is a route: links, so that they can be shared and opened in another tab. */
export function TabLinks({ label, tabs, current }: TabLinksProps) {
  const formats = useFormats();
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the open tab may be beyond the edge.
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <nav aria-label={label} ref={list} className={styles['tabs']}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          aria-current={tab.href === current ? 'page' : undefined}
          className={styles['tab']}
        >
          {tab.label}
          {tab.count !== undefined && (
            <span className={styles['count']}>{formats.formatNumber(tab.count)}</span>
          )}
        </Link>
      ))}
    </nav>
  );
}

export interface TabsProps {
  label: string;
  tabs: readonly { id: string; label: string; content: ReactNode }[];
  selected?: string;
  onSelect?: (id: string) => void;
}

/** Tabs within a page, whose state is not worth an address. */
export const Tabs = ({ label, tabs, selected, onSelect }: TabsProps) => (
  <AriaTabs selectedKey={selected} onSelectionChange={(key) => onSelect?.(String(key))}>
    <TabList aria-label={label} className={styles['tabs']}>
      {tabs.map((tab) => (
        <Tab key={tab.id} id={tab.id} className={styles['tab']}>
          {tab.label}
        </Tab>
      ))}
    </TabList>
    {tabs.map((tab) => (
      <TabPanel key={tab.id} id={tab.id} className={styles['panel']}>
        {tab.content}
      </TabPanel>
    ))}
  </AriaTabs>
);
