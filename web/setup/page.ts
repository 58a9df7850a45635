import type { Setup } from '@platform/sdk';
import type { Area } from '../kit/words/words.ts';
import type { Areas } from '../messages/areas.ts';
import type { AppContext } from '../parts/app-root.tsx';

/** A message of the area `setup`. */
export type SetupKey = keyof Areas['setup'];

/** A task that a link can be for. */
export type SetupIntent = Setup['tasks'][number]['intent'];

/** What the frame knows of a page. */
export interface SetupPage {
  /** In the title of the window. */
  title: SetupKey;
  /** The task that the page belongs to. A link that is not for it does not show the page. */
  intent?: SetupIntent;
  /** Areas of words that it needs besides those of the frame. */
  words: readonly Area[];
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    setupPage?: SetupPage;
  }
}

/** Declares a page: goes into the options of its route. */
export const setupPage = (facts: SetupPage) => ({
  staticData: { setupPage: facts },
  async loader({ context: { words } }: { context: AppContext }): Promise<void> {
    await Promise.all(facts.words.map((area) => words.load(area)));
  },
});
