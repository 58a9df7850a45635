import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { useSingleKeys } from '../../kit/shortcuts.ts';

/** Where the key after G leads. */
const places: Readonly<Record<string, string>> = { o: '/', u: '/users' };
const secondKeyMs = 1_500;

/** G, then a letter, goes to a page. */
export function useGoKeys(): void {
  const router = useRouter();
  const pressedAt = useRef(-Infinity);
  const go = (key: string) => (): void => {
    if (performance.now() - pressedAt.current > secondKeyMs) return;
    pressedAt.current = -Infinity;
    void router.navigate({ href: places[key]! });
  };
  useSingleKeys({
    g: () => {
      pressedAt.current = performance.now();
    },
    ...Object.fromEntries(Object.keys(places).map((key) => [key, go(key)])),
  });
}
