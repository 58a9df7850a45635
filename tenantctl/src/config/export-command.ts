import { exportConfiguration, writeConfiguration } from '@platform/configuration';
import type { Configuration } from '@platform/configuration';
import type { Command } from 'commander';
import { readdir } from 'node:fs/promises';
import type { Cli } from '../cli.ts';
import { withCommonOptions } from '../common-options.ts';
import { configurationIn } from './configuration-in.ts';
import { onlyOption, tenantOf } from './tenant-of-command.ts';

/** The files of an earlier export; undefined if there are none. */
async function filesBefore(folder: string, cli: Cli): Promise<Configuration | undefined> {
  const names = await readdir(folder).catch(() => []);
  return names.length === 0
    ? undefined
    : configurationIn(folder, { environment: cli.env, absent: 'keep' });
}

async function runExport(command: Command, cli: Cli, folder: string): Promise<void> {
  const before = await filesBefore(folder, cli);
  const { platform, ...tenant } = await tenantOf(command, cli);
  cli.terminal.status?.('Reading the settings …');
  const exported = await exportConfiguration(platform, { ...tenant, ...(before && { before }) });
  await writeConfiguration(folder, exported);
  cli.terminal.status?.('');
  for (const warning of exported.warnings) cli.terminal.note(`warning: ${warning}`);
  const files = Object.keys(exported.files);
  cli
    .output(command)
    .lines({ folder, files, warnings: exported.warnings }, [
      `Wrote ${files.length} files to ${folder}.`,
    ]);
}

/** `config export`. */
export function exportCommand(config: Command, cli: Cli): void {
  const command = config
    .command('export')
    .summary('Writes the settings of the tenant to a folder')
    .description(
      'Writes the settings of the tenant to a folder of YAML files. Names replace ids, and references to the environment replace secrets. Files of an earlier export are replaced, with the names of their variables kept.',
    )
    .argument('<folder>', 'Folder to write')
    .addOption(onlyOption());
  withCommonOptions(command);
  command.action((folder: string) => runExport(command, cli, folder));
}
