import { useSyncExternalStore } from 'react';

const stepMs = 10_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, stepMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const roundedNow = (): number => Math.floor(Date.now() / stepMs) * stepMs;

/** The time, to ten seconds: one timer for all relative times of the page. */
export const useNow = (): Date => new Date(useSyncExternalStore(subscribe, roundedNow));
