import type account from './en/account.json';
import type app from './en/app.json';
import type kit from './en/kit.json';
import type problems from './en/problems.json';

/** The messages of each area, by their English file. `{locale}/{area}.json` is a chunk of its own. */
export interface Areas {
  account: typeof account;
  app: typeof app;
  kit: typeof kit;
  problems: typeof problems;
}

/** Locales that every area is written in. */
export const locales = ['en', 'de', 'fr', 'es'] as const;
