import { commandsOf, pathOf } from '@platform/command-line/program';
import { commandSection, usageOf } from '@platform/command-line/reference';
import type { Command } from 'commander';
import { commonOptions } from './common-options.ts';
import { areas } from './generated/index.ts';

const leavesOf = (command: Command): Command[] =>
  commandsOf(command).filter(({ commands }) => commands.length === 0);

const summaryOf = (command: Command): string => command.summary() || command.description();

/** The commands of an area in a table; `--help` has the options of each. */
function areaSection(area: Command): string {
  const rows = leavesOf(area).map(
    (command) => `| \`${usageOf(command).replace('tenantctl ', '')}\` | ${summaryOf(command)} |`,
  );
  return [`### ${area.name()}`, '', area.description(), '', '| | |', '|---|---|', ...rows].join(
    '\n',
  );
}

const common = new Set(['--help', ...commonOptions().map(({ long }) => long ?? '')]);

const optionTable = (): string =>
  [
    '| | |',
    '|---|---|',
    ...commonOptions().map(({ flags, description }) => `| \`${flags}\` | ${description} |`),
  ].join('\n');

/** Every command, as Markdown: those that are written by hand with their options, those of operations in tables. */
export function commandReference(program: Command): string {
  const areaNames = new Set(areas.map(({ name }) => name));
  const own = program.commands.filter((command) => !areaNames.has(command.name()));
  const additions = ['users show', 'events tail', 'directories test'];
  const added = commandsOf(program).filter((command) =>
    additions.includes(pathOf(command).replace('tenantctl ', '')),
  );
  return [
    '### Options of every command',
    optionTable(),
    ...[...own.flatMap(leavesOf), ...added].map((command) => commandSection(command, common)),
    ...program.commands.filter((command) => areaNames.has(command.name())).map(areaSection),
  ].join('\n\n');
}
