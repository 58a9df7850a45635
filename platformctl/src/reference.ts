import type { Argument, Command, Help, Option } from 'commander';
import { platformctl } from './program.ts';
import { commandsOf } from './run.ts';

const silent = {
  print: () => undefined,
  note: () => undefined,
  columns: undefined,
  ask: undefined,
};

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

const rows = <T extends Option | Argument>(
  items: readonly T[],
  term: (item: T) => string,
  description: (item: T) => string,
): string[] => items.map((item) => `| \`${term(item)}\` | ${description(item)} |`);

/** The terms of a command as Markdown rows. */
function termsOf(command: Command, help: Help): string[] {
  const options = help.visibleOptions(command).filter(({ long }) => long !== '--help');
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

function sectionOf(command: Command): string {
  const help = command.createHelp();
  const usage = [pathOf(command), ...command.registeredArguments.map(argumentWord)].join(' ');
  return [
    `### ${pathOf(command).replace('platformctl ', '')}`,
    '',
    `\`${usage}\``,
    '',
    `${help.commandDescription(command)}.`,
    ...termsOf(command, help),
  ].join('\n');
}

/** Every command with its arguments and options, as Markdown. */
export function commandReference(): string {
  const program = platformctl(silent);
  const leaves = commandsOf(program).filter(({ commands }) => commands.length === 0);
  return [
    '### Global options',
    ...termsOf(program, program.createHelp()),
    '',
    leaves.map(sectionOf).join('\n\n'),
  ].join('\n');
}
