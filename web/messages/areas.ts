import type account from './en/account.json';
import type kit from './en/kit.json';

/** The messages of each area, by their English file. `{locale}/{area}.json` is a chunk of its own. */
export interface Areas {
  account: typeof account;
  kit: typeof kit;
}

/** Locales that every area is written in. */
export const locales = ['en', 'de', 'fr', 'es'] as const;
