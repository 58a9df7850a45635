import { processTerminal } from '@platform/command-line/terminal';
import { runCommand } from './run.ts';

// The reader of a pipe, such as `head`, has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});
process.on('SIGINT', () => process.exit(130));

process.exitCode = await runCommand(process.argv.slice(2), {
  terminal: processTerminal(),
  env: process.env,
});
