import type { Output } from './output.ts';
import type { ServerConnectionOptions } from './connection.ts';
import type { Terminal } from './terminal.ts';

/** The dependencies of every command. Options are read when it runs. */
export interface Cli {
  terminal: Terminal;
  connection: () => ServerConnectionOptions;
  output: () => Output;
}
