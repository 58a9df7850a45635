import type { Command } from 'commander';
import type { Cli } from './cli.ts';

/** Adds commands to the one that groups them. */
export type AddCommands = (group: Command, cli: Cli) => void | Promise<void>;

/** A group of commands that are not operations of the API. */
export interface OwnGroup {
  name: string;
  /** Its heading in the help. */
  group: string;
  about: string;
  add: () => Promise<AddCommands>;
}

/** Groups beside the areas of the API, loaded when they are used. */
export const ownGroups: readonly OwnGroup[] = [
  {
    name: 'init',
    group: 'Start here',
    about: 'Adds sign-in to the project in a folder',
    add: async () => (await import('./init/init-command.ts')).initCommand,
  },
  {
    name: 'import',
    group: 'Users',
    about: 'Imports users from a CSV or NDJSON file',
    add: async () => (await import('./imports/import-command.ts')).importCommand,
  },
  {
    name: 'flows',
    group: 'Sign-in',
    about: 'Simulates logins',
    add: async () => (await import('./flows/simulate-command.ts')).simulateCommand,
  },
  {
    name: 'access',
    group: 'Access',
    about: 'Checks who has access to what, and why',
    add: async () => (await import('./access/check-command.ts')).checkCommand,
  },
  {
    name: 'webhooks',
    group: 'Events',
    about: 'Receives webhooks on this machine, and sends events again',
    add: async () => (await import('./webhooks/webhooks-commands.ts')).webhooksCommands,
  },
  {
    name: 'audit',
    group: 'Privacy',
    about: 'Exports the audit log, and verifies exports',
    add: async () => (await import('./audit/audit-commands.ts')).auditCommands,
  },
  {
    name: 'config',
    group: 'Configuration',
    about: 'Keep the settings of the tenant in files',
    add: async () => (await import('./config/config-commands.ts')).configCommands,
  },
];

/** Further commands of areas of the API, by area. */
export const areaAdditions: Readonly<Record<string, () => Promise<AddCommands>>> = {
  users: async () => (await import('./users/show-command.ts')).showCommand,
  events: async () => (await import('./events/tail-command.ts')).tailCommand,
  directories: async () => (await import('./directories/test-command.ts')).testCommand,
};
