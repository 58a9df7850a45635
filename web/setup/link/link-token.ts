import { useSyncExternalStore } from 'react';

const tokenPattern = /^#([A-Za-z0-9_-]{43})$/;
const tokenIn = (hash: string): string | undefined => tokenPattern.exec(hash)?.[1];

let unspent = tokenIn(location.hash);
let spent: string | undefined;
const listeners = new Set<() => void>();
const changed = () => listeners.forEach((listener) => listener());

/** Another link in the same tab changes nothing but the fragment. */
window.addEventListener('hashchange', () => {
  unspent = tokenIn(location.hash) ?? unspent;
  changed();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The token of the address, until the contact has decided what to do with it. */
export const useLinkToken = (): string | undefined =>
  useSyncExternalStore(subscribe, () => unspent);

/** The token that has opened the session of this page: its holder can have a new link sent. Forgotten by a reload. */
export const spentToken = (): string | undefined => spent;

/** Removes the token from the address. One that has opened the session is kept in memory, for {@link spentToken}. */
export function takeTokenAway({ isSpent }: { isSpent: boolean }): void {
  if (isSpent) spent = unspent;
  unspent = undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  changed();
}
