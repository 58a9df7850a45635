import type account from './en/account.json';
import type app from './en/app.json';
import type applications from './en/applications.json';
import type consoleWords from './en/console.json';
import type directories from './en/directories.json';
import type events from './en/events.json';
import type kit from './en/kit.json';
import type organizations from './en/organizations.json';
import type overview from './en/overview.json';
import type problems from './en/problems.json';
import type users from './en/users.json';

/** The messages of each area, by their English file. `{locale}/{area}.json` is a chunk of its own. */
export interface Areas {
  account: typeof account;
  app: typeof app;
  applications: typeof applications;
  console: typeof consoleWords;
  directories: typeof directories;
  events: typeof events;
  kit: typeof kit;
  organizations: typeof organizations;
  overview: typeof overview;
  problems: typeof problems;
  users: typeof users;
}

/** Locales that every area is written in. */
export const locales = ['en', 'de', 'fr', 'es'] as const;
