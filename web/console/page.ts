import type { LucideIcon } from 'lucide-react';
import type { OperationId } from '../generated/operations.ts';
import type { Area } from '../kit/words/words.ts';
import type { Areas } from '../messages/areas.ts';
import type { AppContext } from '../parts/app-root.tsx';

/** A message of the area `console`. */
export type ConsoleKey = keyof Areas['console'];

/** What the frame knows of a page. */
export interface Page {
  /** Names it in the navigation, in the palette and in the title of the window. */
  title: ConsoleKey;
  icon?: LucideIcon;
  /** Operations without which the page makes no sense: who lacks a scope of one does not see it. */
  reads: readonly OperationId[];
  /** Operations that the page offers: who lacks a scope of each sees that it is read-only. */
  writes?: readonly OperationId[];
  /** Areas of words that it needs besides those of the frame. */
  words: readonly Area[];
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: Page;
  }
}

/**
 * Declares a page: goes into the options of its route.
 * @example
 * export const usersRoute = createRoute({
 *   ...page({ title: 'users', icon: Users, words: ['users'], reads: ['userDirectoryList'] }),
 *   getParentRoute: () => frameRoute,
 *   path: '/users',
 * });
 */
export const page = (facts: Page) => ({
  staticData: { page: facts },
  async loader({ context: { words } }: { context: AppContext }): Promise<void> {
    await Promise.all(facts.words.map((area) => words.load(area)));
  },
});
