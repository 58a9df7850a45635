import type { LucideIcon } from 'lucide-react';
import type { Area } from '../kit/words/words.ts';
import type { Areas } from '../messages/areas.ts';
import type { AppContext } from '../parts/app-root.tsx';

/** A message of the area `account`. */
export type AccountKey = keyof Areas['account'];

/** What the frame knows of a page. */
export interface AccountPage {
  /** Names it in the navigation and in the title of the window. */
  title: AccountKey;
  icon: LucideIcon;
  /** Areas of words that it needs besides those of the frame. */
  words: readonly Area[];
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    accountPage?: AccountPage;
  }
}

/** Declares a page: goes into the options of its route. */
export const accountPage = (facts: AccountPage) => ({
  staticData: { accountPage: facts },
  async loader({ context: { words } }: { context: AppContext }): Promise<void> {
    await Promise.all(facts.words.map((area) => words.load(area)));
  },
});
