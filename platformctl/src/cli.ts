import type { Output } from './output.ts';
import type { ServerConnectionOptions } from './connection.ts';
import type { Terminal } from './terminal.ts';

/** What every command has. Options are read when it runs. */
export interface Cli {
  terminal: Terminal;
  connection: () => ServerConnectionOptions;
  output: () => Output;
}
