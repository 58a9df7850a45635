import type account from './en/account.json';
import type app from './en/app.json';
import type audit from './en/audit.json';
import type consoleWords from './en/console.json';
import type events from './en/events.json';
import type kit from './en/kit.json';
import type logStreams from './en/logStreams.json';
import type overview from './en/overview.json';
import type privacy from './en/privacy.json';
import type problems from './en/problems.json';
import type webhooks from './en/webhooks.json';
import type settings from './en/settings.json';
import type users from './en/users.json';

/** The messages of each area, by their English file. `{locale}/{area}.json` is a chunk of its own. */
export interface Areas {
  account: typeof account;
  app: typeof app;
  audit: typeof audit;
  console: typeof consoleWords;
  events: typeof events;
  kit: typeof kit;
  logStreams: typeof logStreams;
  overview: typeof overview;
  privacy: typeof privacy;
  problems: typeof problems;
  settings: typeof settings;
  users: typeof users;
  webhooks: typeof webhooks;
}

/** Locales that every area is written in. */
export const locales = ['en', 'de', 'fr', 'es'] as const;
