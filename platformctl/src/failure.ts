import { exitCodeOf as codeOf, exitCodes } from '@platform/command-line/failure';
import { flagWord } from '@platform/command-line/flag-word';
import { Problem } from '@platform/kit/problem';
import { CommanderError } from 'commander';
import type { Command } from 'commander';

/** The exit code of an error. */
export function exitCodeOf(error: unknown): number {
  if (!(error instanceof Problem)) return codeOf(error);
  return error.code === 'not_found' ? exitCodes.notFound : exitCodes.error;
}

const flagOf = (pointer: string): string => `--${flagWord(pointer.split('/').at(-1) ?? '')}`;

/** The subject of an entry of `errors[]`: the flag that it came from, or its pointer in the request. */
function subjectOf(pointer: string, command: Command | undefined): string {
  const flag = flagOf(pointer);
  return command?.options.some(({ long }) => long === flag) ? flag : pointer.replace(/^\//, '');
}

function problemLines({ code, message, details }: Problem, command: Command | undefined): string[] {
  const errors = (details.errors ?? []).map(({ pointer, detail }) => {
    const subject = subjectOf(pointer ?? '', command);
    return subject ? `${subject}: ${detail}` : detail;
  });
  if (errors.length === 1) return [`error: ${errors[0]} (${code})`];
  if (errors.length === 0) return [`error: ${message} (${code})`];
  return [`error: the request is not valid (${code})`, ...errors.map((line) => `  ${line}`)];
}

/** The lines to print for an error; empty if Commander has already printed it. `command` is the one that failed. */
export function failureLines(error: unknown, command: Command | undefined): string[] {
  if (error instanceof CommanderError) return [];
  if (error instanceof Problem) return problemLines(error, command);
  return [`error: ${(error as Error).message}`];
}
