/** Why requests wait for the user. */
export type Interruption =
  /** The session has ended. */
  | { kind: 'ended' }
  /** The operation requires a more recent or stronger sign-in (RFC 9470). */
  | { kind: 'step-up'; operation: string; maxAgeSeconds?: number; acr?: string };

/** Holds requests back until the user has signed in again. */
export interface SessionGate {
  /** Undefined while nothing waits. */
  current(): Interruption | undefined;
  subscribe(listener: () => void): () => void;
  /** Waits for the user. Returns whether to send the request again; false if the user has canceled. */
  wait(interruption: Interruption): Promise<boolean>;
  /** Shows that the session has ended, although no request waits. */
  close(): void;
  /** The user is back: everything that waits is sent again. */
  open(): void;
  /** The user does not want to: what waits fails. */
  cancel(): void;
}

/** See {@link SessionGate}. An ended session outweighs a step-up. */
export function sessionGate(): SessionGate {
  let current: Interruption | undefined;
  let waiting: ((isRetry: boolean) => void)[] = [];
  const listeners = new Set<() => void>();

  function show(next: Interruption | undefined): void {
    current = next;
    for (const listener of listeners) listener();
  }
  function release(isRetry: boolean): void {
    const released = waiting;
    waiting = [];
    show(undefined);
    for (const resolve of released) resolve(isRetry);
  }

  return {
    current: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    wait: (interruption) =>
      new Promise((resolve) => {
        waiting.push(resolve);
        if (current?.kind !== 'ended') show(interruption);
      }),
    close: () => show({ kind: 'ended' }),
    open: () => release(true),
    cancel: () => release(false),
  };
}
