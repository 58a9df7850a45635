import { commandsOf } from '@platform/command-line/program';
import { usageOf } from '@platform/command-line/reference';
import type { Command, Help } from 'commander';
import { isNegatable } from './operations/field-option.ts';
import { paint } from './output/paint.ts';

/** Commands of the nested resources are listed with those of the area. */
const leavesOf = (command: Command): Command[] =>
  commandsOf(command).filter((one) => one !== command && one.commands.length === 0);

const isArea = ({ parent }: Command): boolean => parent !== null && parent.parent === null;

/** Longer terms have their description in the next line, so that narrow terminals keep room for it. */
const widestTerm = 28;
const gap = 2;

function formatItem(term: string, termWidth: number, description: string, help: Help): string {
  const indent = ' '.repeat(gap);
  if (description === '') return indent + term;
  const start = termWidth + 2 * gap;
  const width = (help.helpWidth ?? 80) - start;
  const lines = help
    .boxWrap(description, width)
    .split('\n')
    .join(`\n${' '.repeat(start)}`);
  const room = start - gap - help.displayWidth(term);
  return room < gap
    ? `${indent}${term}\n${' '.repeat(start)}${lines}`
    : `${indent}${term}${' '.repeat(room)}${lines}`;
}

function padWidth(command: Command, help: Help): number {
  const longest = Math.max(
    help.longestOptionTermLength(command, help),
    help.longestSubcommandTermLength(command, help),
    help.longestArgumentTermLength(command, help),
  );
  return Math.min(longest, widestTerm);
}

/** How help looks, for every command. */
export function helpStyle(program: Command, isForCompletion: boolean): Partial<Help> {
  return {
    styleTitle: (title) => paint('bold', title),
    minWidthToWrap: 16,
    formatItem,
    padWidth,
    ...(!isForCompletion && {
      visibleCommands: (command: Command) =>
        isArea(command) ? leavesOf(command) : [...command.commands],
      subcommandTerm: (command: Command) =>
        command.parent === program
          ? command.name()
          : usageOf(command).split(' ').slice(2).join(' '),
    }),
    visibleOptions: (command) =>
      // Those of every command are at the end.
      command.options.filter(
        ({ hidden, long }) => !hidden && (command !== program || long === '--version'),
      ),
    optionDescription: ({ description, envVar }) =>
      envVar ? `${description} (or ${envVar})` : description,
    optionTerm: (option) =>
      isNegatable(option) ? option.flags.replace('--', '--[no-]') : option.flags,
  };
}
