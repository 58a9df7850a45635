import type { Command } from 'commander';
import { usageError } from './failure.ts';
import type { Terminal } from './terminal.ts';

/** The options of {@link confirmable} commands. */
export interface Confirmation {
  yes?: boolean;
}

/** Adds a confirmation to a command that changes data. */
export const confirmable = (command: Command): Command =>
  command.option('-y, --yes', 'Do not ask for confirmation');

/** Resolves once a person confirms, or immediately with `--yes`. */
export async function confirm(
  { ask }: Pick<Terminal, 'ask'>,
  { yes }: Confirmation,
  consequence: string,
): Promise<void> {
  if (yes) return;
  if (!ask)
    throw usageError(
      `${consequence} Add --yes to confirm, because there is no terminal to ask for confirmation.`,
    );
  const answer = await ask(`${consequence} Continue? [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new Error('Canceled. Nothing was changed.');
}
