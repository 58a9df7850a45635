/** Whether the user is at the browser, and which user the requests of a page come from. */
export interface Activity {
  /** Whether the user has done something in the last seconds, so that a request is theirs. */
  isPresent(): boolean;
  /** Milliseconds of the last input. */
  lastInputAt(): number;
  /** Calls the listener at each input. Returns how to stop that. */
  onInput(listener: () => void): () => void;
}

export interface ActivityOptions {
  target: Pick<EventTarget, 'addEventListener'>;
  now: () => number;
}

/** A request within this time of an input is caused by it; a page loads in less. */
const presenceMs = 10_000;

const inputs = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Notes the input of the user. Requests without any, such as polling, are marked, so that a page that is left open does not keep an idle
 * session alive. Opening the page is an input.
 */
export function userActivity({ target, now }: ActivityOptions): Activity {
  let lastInputAt = now();
  const listeners = new Set<() => void>();
  const note = (): void => {
    lastInputAt = now();
    for (const listener of listeners) listener();
  };
  for (const input of inputs)
    target.addEventListener(input, note, { capture: true, passive: true });
  return {
    isPresent: () => now() - lastInputAt < presenceMs,
    lastInputAt: () => lastInputAt,
    onInput(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
