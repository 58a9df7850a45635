import type { Output } from '@platform/command-line/output';
import type { ServerConnectionOptions } from './connection.ts';
import type { Terminal } from '@platform/command-line/terminal';

/** The dependencies of every command. Options are read when it runs. */
export interface Cli {
  terminal: Terminal;
  connection: () => ServerConnectionOptions;
  output: () => Output;
}
