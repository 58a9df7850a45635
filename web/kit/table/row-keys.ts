import { useRef } from 'react';
import type { RefObject } from 'react';
import { useSingleKeys } from '../shortcuts.ts';

const linksIn = (frame: HTMLElement | null): HTMLElement[] => [
  ...(frame?.querySelectorAll<HTMLElement>('[data-row-link]') ?? []),
];

/** The keys of a table: J and K go to the next and the previous row, X selects it. Enter follows its link anyway. */
export function useRowKeys(
  onToggle: ((index: number) => void) | undefined,
): RefObject<HTMLDivElement | null> {
  const frame = useRef<HTMLDivElement>(null);
  const move = (step: 1 | -1) => {
    const links = linksIn(frame.current);
    const at = links.findIndex((link) => link === document.activeElement);
    const next = at < 0 && step < 0 ? links.length - 1 : at + step;
    links[Math.min(Math.max(next, 0), links.length - 1)]?.focus();
  };
  const toggle = () => {
    const row = document.activeElement?.closest<HTMLElement>('[data-row]');
    const links = linksIn(frame.current);
    const index = links.findIndex((link) => row?.contains(link));
    if (index >= 0) onToggle?.(index);
  };
  useSingleKeys({ j: () => move(1), k: () => move(-1), ...(onToggle && { x: toggle }) });
  return frame;
}
