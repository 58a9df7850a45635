import { attach } from '@platform/command-line/program';
import type { Terminal } from '@platform/command-line/terminal';
import type { Command } from 'commander';
import { exitCodeOf, failureLines } from './failure.ts';
import { platformctl } from './program.ts';

/** Runs one command line and returns the exit code. */
export async function runCommand(
  args: readonly string[],
  terminal: Terminal,
  complete: (program: Command) => void = () => undefined,
): Promise<number> {
  const program = platformctl(terminal);
  let running: Command | undefined;
  program.hook('preAction', (_program, command) => void (running = command));
  attach(program, terminal);
  complete(program);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    for (const line of failureLines(error, running)) terminal.note(line);
    return exitCodeOf(error);
  }
}
