import { useSyncExternalStore } from 'react';

/** Whether a media query applies; it follows changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** Below 640 px, tables are cards and graphs outlines. */
export const useIsNarrow = (): boolean => useMedia('(max-width: 639px)');
