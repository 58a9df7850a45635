import { useEffect, useSyncExternalStore } from 'react';
import type { PaletteEntry } from '../../kit/palette/palette-search.ts';

/** What the page that is open adds to the palette. */
let shown: readonly PaletteEntry[] = [];
const none: readonly PaletteEntry[] = [];
const listeners = new Set<() => void>();

function show(entries: readonly PaletteEntry[]): void {
  shown = entries;
  for (const listener of listeners) listener();
}

/** Adds entries to the palette while the component is on the page. */
export function usePageEntries(entries: readonly PaletteEntry[]): void {
  useEffect(() => {
    show(entries);
    return () => show(none);
  }, [entries]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The entries of the page that is open. */
export const useShownEntries = (): readonly PaletteEntry[] =>
  useSyncExternalStore(subscribe, () => shown);
