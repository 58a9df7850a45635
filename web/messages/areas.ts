import type account from './en/account.json';
import type accountActivity from './en/account-activity.json';
import type accountConnections from './en/account-connections.json';
import type accountDevices from './en/account-devices.json';
import type accountElevation from './en/account-elevation.json';
import type accountOrganizations from './en/account-organizations.json';
import type accountPrivacy from './en/account-privacy.json';
import type accountProfile from './en/account-profile.json';
import type accountSignIn from './en/account-sign-in.json';
import type app from './en/app.json';
import type applications from './en/applications.json';
import type audit from './en/audit.json';
import type branding from './en/branding.json';
import type consoleWords from './en/console.json';
import type directories from './en/directories.json';
import type emails from './en/emails.json';
import type events from './en/events.json';
import type kit from './en/kit.json';
import type organizations from './en/organizations.json';
import type loginDomains from './en/loginDomains.json';
import type logStreams from './en/logStreams.json';
import type methods from './en/methods.json';
import type overview from './en/overview.json';
import type privacy from './en/privacy.json';
import type problems from './en/problems.json';
import type webhooks from './en/webhooks.json';
import type settings from './en/settings.json';
import type users from './en/users.json';

/** The messages of each area, by their English file. `{locale}/{area}.json` is a chunk of its own. */
export interface Areas {
  account: typeof account;
  'account-activity': typeof accountActivity;
  'account-connections': typeof accountConnections;
  'account-devices': typeof accountDevices;
  'account-elevation': typeof accountElevation;
  'account-organizations': typeof accountOrganizations;
  'account-privacy': typeof accountPrivacy;
  'account-profile': typeof accountProfile;
  'account-sign-in': typeof accountSignIn;
  app: typeof app;
  applications: typeof applications;
  audit: typeof audit;
  branding: typeof branding;
  console: typeof consoleWords;
  directories: typeof directories;
  emails: typeof emails;
  events: typeof events;
  kit: typeof kit;
  organizations: typeof organizations;
  loginDomains: typeof loginDomains;
  logStreams: typeof logStreams;
  methods: typeof methods;
  overview: typeof overview;
  privacy: typeof privacy;
  problems: typeof problems;
  settings: typeof settings;
  users: typeof users;
  webhooks: typeof webhooks;
}

/** Locales that every area is written in. */
export const locales = ['en', 'de', 'fr', 'es'] as const;
