import type { Bus } from '@platform/kit/bus';
import type { Tx } from '@platform/kit/database';
import { storeKeyOf } from './store-key.ts';

/** One step of a store's revision: `touched` are the `type#relation` whose tuples changed; `*` is another active model. */
export interface RevisionStep {
  from: number;
  to: number;
  touched: string[];
}

/** Notifies every process, this one first, of the relations that a committed write touched. Lost hints are harmless: caches also expire. */
export interface RevisionHints {
  /** After the transaction commits, and before its request is answered. */
  announce(tx: Tx, step: RevisionStep): void;
  onStep(listener: (storeKey: string, step: RevisionStep) => void): void;
}

/** Hints over core NATS, `hint.fga.revision.{store}`. */
export function revisionHints(bus: Pick<Bus, 'hint' | 'onHint'>): RevisionHints {
  const listeners: ((storeKey: string, step: RevisionStep) => void)[] = [];
  const notify = (storeKey: string, step: RevisionStep): void => {
    for (const listener of listeners) listener(storeKey, step);
  };
  bus.onHint('revision.*', (payload, subject) =>
    notify(subject.slice(subject.lastIndexOf('.') + 1), payload as RevisionStep),
  );
  return {
    announce(tx, step) {
      const storeKey = storeKeyOf(tx.context);
      tx.afterCommit(() => {
        notify(storeKey, step);
        bus.hint(`revision.${storeKey}`, step);
      });
    },
    onStep: (listener) => void listeners.push(listener),
  };
}
