import { flagWord } from '@platform/command-line/flag-word';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { areaAdditions } from '../own-commands.ts';
import type { Area } from './operation-spec.ts';

/** The command of a nested resource. */
function resourceCommand(parent: Command, name: string): Command {
  const present = parent.commands.find((one) => one.name() === name);
  if (present) return present;
  const whose = parent.name().replaceAll('-', ' ');
  return parent
    .command(name)
    .description(`${name.replaceAll('-', ' ')} of ${whose}`)
    .usage('<command> [options]');
}

/** Adds the command of an area; with those of its operations if it is in use. */
export async function areaCommand(
  program: Command,
  area: Area,
  cli: Cli,
  isLoaded: boolean,
): Promise<void> {
  const command = program
    .command(area.name)
    .description(`${area.about}.`)
    .summary(area.about)
    .usage('<command> [options]')
    .helpGroup(`${area.group}:`);
  if (!isLoaded) return;
  // Loaded for the area in use only: every command would wait for it otherwise.
  const [{ operations }, { operationCommand }] = await Promise.all([
    area.operations(),
    import('./operation-command.ts'),
  ]);
  for (const spec of operations) {
    const path = spec.name.split('.').slice(1, -1).map(flagWord);
    operationCommand(path.reduce(resourceCommand, command), area, spec, cli);
  }
  const addition = await areaAdditions[area.name]?.();
  await addition?.(command, cli);
}
