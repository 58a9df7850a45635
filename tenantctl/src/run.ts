import { attach, commandsOf } from '@platform/command-line/program';
import type { Terminal } from '@platform/command-line/terminal';
import type { Command } from 'commander';
import { exitCodeOfError, failureLines } from './problem-lines.ts';
import type { Caller } from './problem-lines.ts';
import { areaIn, tenantctl, withoutOperationIds } from './program.ts';

export interface RunOptions {
  terminal: Terminal;
  env: NodeJS.ProcessEnv;
}

/** The words after `complete --`, which the shell wants completed. */
const completedWords = (args: readonly string[]): readonly string[] | undefined =>
  args[0] === 'complete' ? args.slice(args.indexOf('--') + 1) : undefined;

/** Shells show a single line. */
const shortenDescription = (command: Command): Command =>
  command.description(command.summary() || command.description().split('\n', 1)[0]!);

/** Runs one command line and returns the exit code. */
export async function runCommand(
  args: readonly string[],
  { terminal, env }: RunOptions,
): Promise<number> {
  let running: Command | undefined;
  let caller: Caller;
  try {
    const completed = completedWords(args);
    const given = withoutOperationIds(args);
    const area = areaIn(completed ?? given);
    const program = await tenantctl({
      terminal,
      env,
      loaded: (name) => name === area || (completed !== undefined && name === 'completion'),
      isForCompletion: completed !== undefined,
      onSession: (session) => void (caller = session),
    });
    program.hook('preAction', (_program, command) => void (running = command));
    attach(program, terminal);
    if (completed) for (const command of commandsOf(program)) shortenDescription(command);
    if (completed || area === 'completion') {
      const { default: tab } = await import('@bomb.sh/tab/commander');
      tab(program, { completionCommandName: 'completion' });
    }
    await program.parseAsync(given, { from: 'user' });
    return 0;
  } catch (error) {
    terminal.status?.('');
    for (const line of failureLines(error, running, caller)) terminal.note(line);
    return exitCodeOfError(error);
  }
}
