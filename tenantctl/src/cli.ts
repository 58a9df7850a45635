import type { Terminal } from '@platform/command-line/terminal';
import type { Command } from 'commander';
import type { ResultOutput } from './output/output.ts';
import type { Session } from './session/session.ts';

/** The dependencies of every command. */
export interface Cli {
  terminal: Terminal;
  env: NodeJS.ProcessEnv;
  /** Who runs the command, against which tenant. @throws Error if nobody is signed in */
  session: (command: Command) => Promise<Session>;
  output: (command: Command) => ResultOutput;
}
