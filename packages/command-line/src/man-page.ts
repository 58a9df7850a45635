import type { Command } from 'commander';
import { commandsOf, pathOf } from './program.ts';
import { usageOf } from './reference.ts';

/** Backslashes are escapes, and a line that begins with a dot or a quote would be a request (groff_man(7)). */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/gm, '\\&');

const bold = (text: string): string => `\\fB${escaped(text)}\\fR`;

function optionLines(command: Command): string[] {
  const help = command.createHelp();
  return help
    .visibleOptions(command)
    .flatMap((option) => [
      '.TP',
      bold(help.optionTerm(option)),
      escaped(help.optionDescription(option)) || '\\&',
    ]);
}

function leafSection(command: Command): string[] {
  const about = command.description().split('\n').map(escaped);
  return [`.SS ${escaped(usageOf(command))}`, ...about, ...optionLines(command)];
}

/** What the page says of itself. */
export interface ManPageOptions {
  /** Program and version. */
  source: string;
  /** Lists the commands without their options: they have pages of their own. */
  isOverview?: boolean;
}

const overviewLines = (command: Command): string[] =>
  command.commands.flatMap((one) => [
    '.TP',
    bold(pathOf(one).replaceAll(' ', '-')),
    escaped(one.summary() || one.description()),
  ]);

/** A page of the manual (man(7)) for a command: each command below it with its options. */
export function manPage(command: Command, { source, isOverview = false }: ManPageOptions): string {
  const name = pathOf(command).replaceAll(' ', '-');
  const leaves = commandsOf(command).filter(({ commands }) => commands.length === 0);
  const isLeaf = leaves.length === 1 && leaves[0] === command;
  return [
    `.TH ${name.toUpperCase()} 1 "" "${escaped(source)}"`,
    '.SH NAME',
    `${escaped(name)} \\- ${escaped(command.summary() || command.description())}`,
    '.SH SYNOPSIS',
    isLeaf ? bold(usageOf(command)) : `${bold(pathOf(command))} <command> [options]`,
    ...(isLeaf
      ? [
          '.SH DESCRIPTION',
          ...command.description().split('\n').map(escaped),
          '.SH OPTIONS',
          ...optionLines(command),
        ]
      : ['.SH COMMANDS', ...(isOverview ? overviewLines(command) : leaves.flatMap(leafSection))]),
    '',
  ].join('\n');
}
