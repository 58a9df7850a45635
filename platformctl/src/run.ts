import type { Command } from 'commander';
import { exitCodeOf, failureLines } from './failure.ts';
import { platformctl } from './program.ts';
import type { Terminal } from './terminal.ts';

/** A command and all its descendants. */
export const commandsOf = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap(commandsOf),
];

function prepare(program: Command, terminal: Terminal): void {
  const lines = (write: (line: string) => void) => (text: string) => write(text.replace(/\n$/, ''));
  for (const command of commandsOf(program)) {
    const path = [command.name()];
    for (let above = command.parent; above; above = above.parent) path.unshift(above.name());
    command
      .helpCommand(false)
      .exitOverride()
      .showHelpAfterError(`Run \`${path.join(' ')} --help\` for usage.`)
      .configureOutput({
        writeOut: lines(terminal.print),
        writeErr: lines(terminal.note),
        getOutHelpWidth: () => terminal.columns ?? 100,
        getErrHelpWidth: () => terminal.columns ?? 100,
      });
  }
}

/** Runs one command line and returns the exit code. */
export async function runCommand(
  args: readonly string[],
  terminal: Terminal,
  complete: (program: Command) => void = () => undefined,
): Promise<number> {
  const program = platformctl(terminal);
  let running: Command | undefined;
  program.hook('preAction', (_program, command) => void (running = command));
  prepare(program, terminal);
  complete(program);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    for (const line of failureLines(error, running)) terminal.note(line);
    return exitCodeOf(error);
  }
}
