import type { Command } from 'commander';
import type { Terminal } from './terminal.ts';

/** A command and all its descendants. */
export const commandsOf = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap(commandsOf),
];

/** `tenantctl users list`. */
export const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

/** Makes every command of a program write to the terminal, and throw instead of ending the process. */
export function attach(program: Command, terminal: Terminal): void {
  const lines = (write: (line: string) => void) => (text: string) => write(text.replace(/\n$/, ''));
  for (const command of commandsOf(program))
    command
      .helpCommand(false)
      .exitOverride()
      .showHelpAfterError(`Run \`${pathOf(command)} --help\` for usage.`)
      .configureOutput({
        writeOut: lines(terminal.print),
        writeErr: lines(terminal.note),
        getOutHelpWidth: () => terminal.columns ?? 100,
        getErrHelpWidth: () => terminal.columns ?? 100,
        getOutHasColors: () => terminal.hasColor ?? false,
        getErrHasColors: () => false,
      });
}
