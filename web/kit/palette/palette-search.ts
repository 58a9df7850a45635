import type { LucideIcon } from 'lucide-react';

/** An entry of the palette: a page, a resource or an action. */
export interface PaletteEntry {
  id: string;
  label: string;
  hint?: string;
  icon?: LucideIcon;
  /** Other words that find it. */
  keywords?: string;
  /** The keys that do the same, such as `G U`. */
  keys?: string;
  href?: string;
  onAction?: () => void;
}

export interface PaletteGroup {
  id: string;
  label: string;
  entries: readonly PaletteEntry[];
  /** Found by a server for the text: shown as they are. */
  isFound?: boolean;
}

const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** How well an entry matches: 0 not at all, 3 if its label begins with the text. */
function rank({ label, hint = '', keywords = '' }: PaletteEntry, words: readonly string[]): number {
  const [name, all] = [fold(label), fold(`${label} ${hint} ${keywords}`)];
  if (!words.every((word) => all.includes(word))) return 0;
  if (name.startsWith(words.join(' '))) return 3;
  return words.every((word) => name.includes(word)) ? 2 : 1;
}

/** The groups for a text, best entries first. Every word must occur, in any order, accents aside. */
export function searchPalette(groups: readonly PaletteGroup[], text: string): PaletteGroup[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  return groups
    .map((group) => {
      if (group.isFound || words.length === 0) return group;
      const entries = group.entries
        .map((entry) => ({ entry, rank: rank(entry, words) }))
        .filter((found) => found.rank > 0)
        .sort((a, b) => b.rank - a.rank)
        .map(({ entry }) => entry);
      return { ...group, entries };
    })
    .filter(({ entries }) => entries.length > 0);
}
