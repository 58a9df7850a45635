import { Problem } from '@platform/kit/problem';
import { CommanderError } from 'commander';
import type { Command } from 'commander';

/** Exit codes of platformctl. */
const exitCodes = { ok: 0, error: 1, usage: 2, notFound: 4 } as const;

/** An error with its own exit code. */
type CodedError = Error & { exitCode?: number };

/** An error in the command line. */
export const usageError = (message: string): Error =>
  Object.assign(new Error(message), { exitCode: exitCodes.usage });

/** The named object does not exist. */
export const notFound = (message: string): Error =>
  Object.assign(new Error(message), { exitCode: exitCodes.notFound });

const isHelp = ({ code }: CommanderError): boolean =>
  code === 'commander.helpDisplayed' || code === 'commander.version';

/** The exit code of an error. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return isHelp(error) ? exitCodes.ok : exitCodes.usage;
  if (error instanceof Problem)
    return error.code === 'not_found' ? exitCodes.notFound : exitCodes.error;
  return (error as CodedError).exitCode ?? exitCodes.error;
}

const flagOf = (pointer: string): string =>
  `--${(pointer.split('/').at(-1) ?? '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

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
