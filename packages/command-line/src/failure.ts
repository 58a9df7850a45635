import { CommanderError } from 'commander';

/** Exit codes of the command-line tools. Each tool uses those that can occur in it. */
export const exitCodes = {
  ok: 0,
  error: 1,
  usage: 2,
  denied: 3,
  notFound: 4,
  conflict: 5,
  unavailable: 6,
  changes: 7,
  interrupted: 130,
} as const;

/** An error with its own exit code. */
type CodedError = Error & { exitCode?: number };

/** An error with a message for people and an exit code. */
export const failure = (reason: keyof typeof exitCodes, message: string, cause?: unknown): Error =>
  Object.assign(new Error(message, cause === undefined ? {} : { cause }), {
    exitCode: exitCodes[reason],
  });

/** An error in the command line. */
export const usageError = (message: string): Error => failure('usage', message);

/** A result that scripts tell apart by the exit code, without an error. */
export const outcome = (reason: keyof typeof exitCodes): Error =>
  Object.assign(failure(reason, ''), { isOutcome: true });

/** Whether there is nothing to say about an error. */
export const isOutcome = (error: unknown): boolean =>
  (error as { isOutcome?: true }).isOutcome === true;

/** The named object does not exist. */
export const notFound = (message: string): Error => failure('notFound', message);

const isHelp = ({ code }: CommanderError): boolean =>
  code === 'commander.helpDisplayed' || code === 'commander.version';

/** The exit code of an error. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return isHelp(error) ? exitCodes.ok : exitCodes.usage;
  return (error as CodedError).exitCode ?? exitCodes.error;
}
