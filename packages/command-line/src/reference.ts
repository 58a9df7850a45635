import type { Argument, Command, Help, Option } from 'commander';
import { commandsOf, pathOf } from './program.ts';
import type { Terminal } from './terminal.ts';

/** A terminal for programs that are described, not run. */
export const silentTerminal: Terminal = {
  print: () => undefined,
  note: () => undefined,
  columns: undefined,
  ask: undefined,
};

const rows = <T extends Option | Argument>(
  items: readonly T[],
  term: (item: T) => string,
  description: (item: T) => string,
): string[] => items.map((item) => `| \`${term(item)}\` | ${description(item)} |`);

const helpOnly: ReadonlySet<string> = new Set(['--help']);

/** The terms of a command as Markdown rows, without these options. */
function termsOf(command: Command, help: Help, omitted: ReadonlySet<string>): string[] {
  const options = help.visibleOptions(command).filter(({ long }) => !omitted.has(long ?? ''));
  const terms = [
    ...rows(
      help.visibleArguments(command),
      (argument) => help.argumentTerm(argument),
      (argument) => help.argumentDescription(argument),
    ),
    ...rows(
      options,
      (option) => help.optionTerm(option),
      (option) => `${option.mandatory ? 'Required. ' : ''}${help.optionDescription(option)}`,
    ),
  ];
  return terms.length > 0 ? ['', '| | |', '|---|---|', ...terms] : [];
}

const argumentWord = (argument: Argument): string =>
  argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;

/** A command in one line: `platformctl tenants get <tenant>`. */
export const usageOf = (command: Command): string =>
  [pathOf(command), ...command.registeredArguments.map(argumentWord)].join(' ');

/** The name of a command without that of the program. */
const shortPathOf = (command: Command): string => pathOf(command).replace(/^\S+ /, '');

/** A command with its arguments and options, as a Markdown section. Options that every command has can be omitted. */
export function commandSection(command: Command, omitted: ReadonlySet<string> = helpOnly): string {
  const help = command.createHelp();
  return [
    `### ${shortPathOf(command)}`,
    '',
    `\`${usageOf(command)}\``,
    '',
    help.commandDescription(command).replace(/\.?$/, '.').replaceAll('\n', '\n\n'),
    ...termsOf(command, help, omitted),
  ].join('\n');
}

/** The options of the program itself, as a Markdown section. */
export const globalOptions = (program: Command): string =>
  ['### Global options', ...termsOf(program, program.createHelp(), helpOnly)].join('\n');

/** Every command with its arguments and options, as Markdown. */
export function commandReference(program: Command): string {
  const leaves = commandsOf(program).filter(({ commands }) => commands.length === 0);
  return [globalOptions(program), '', leaves.map((leaf) => commandSection(leaf)).join('\n\n')].join(
    '\n',
  );
}
