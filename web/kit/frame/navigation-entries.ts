import type { LucideIcon } from 'lucide-react';

export interface NavigationEntry {
  href: string;
  label: string;
  icon: LucideIcon;
}

export interface NavigationGroup {
  label?: string;
  entries: readonly NavigationEntry[];
}

/** The entry that a path belongs to: the longest that it begins with, by whole segments. */
export function currentEntry(groups: readonly NavigationGroup[], path: string): string | undefined {
  const candidates = groups.flatMap(({ entries }) => entries.map(({ href }) => href));
  const contains = (href: string) => path === href || path.startsWith(href.replace(/\/?$/, '/'));
  return candidates.filter(contains).sort((a, b) => b.length - a.length)[0];
}
