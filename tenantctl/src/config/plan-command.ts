import { outcome } from '@platform/command-line/failure';
import { planChanges } from '@platform/configuration';
import type { Plan } from '@platform/configuration';
import type { Platform } from '@platform/sdk';
import { Option } from 'commander';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { optionsOf, withCommonOptions } from '../common-options.ts';
import type { CommonOptions } from '../common-options.ts';
import { configurationIn, withFaults } from './configuration-in.ts';
import { planLines, planRecord } from './plan-lines.ts';
import { onlyOption, tenantOf } from './tenant-of-command.ts';

interface PlanFlags extends CommonOptions {
  prune?: true;
}

export const pruneOption = (): Option =>
  new Option('--prune', 'Delete resources that no file declares');

/** Compares the tenant of a command with a folder. */
export async function planOf(
  command: Command,
  cli: Cli,
  folder: string,
): Promise<{ plan: Plan; platform: Platform }> {
  const { prune = false } = optionsOf<PlanFlags>(command);
  const configuration = await configurationIn(folder, { environment: cli.env });
  const { platform, ...tenant } = await tenantOf(command, cli);
  cli.terminal.status?.('Comparing the tenant with the files …');
  const plan = await withFaults(() => planChanges(platform, configuration, { ...tenant, prune }));
  cli.terminal.status?.('');
  return { plan, platform };
}

async function runPlan(command: Command, cli: Cli, folder: string): Promise<void> {
  const { plan } = await planOf(command, cli, folder);
  const hasColor = cli.terminal.hasColor ?? false;
  cli.output(command).lines(planRecord(plan), planLines(plan, { hasColor }));
  if (plan.changes.length > 0) throw outcome('changes');
}

/** `config plan`. */
export function planCommand(config: Command, cli: Cli): void {
  const command = config
    .command('plan')
    .summary('Shows what `config apply` would change')
    .description(
      'Shows what `config apply` would change. Exits with 0 if there is nothing to change, and with 7 if there is.',
    )
    .argument('<folder>', 'Folder with the files')
    .addOption(pruneOption())
    .addOption(onlyOption());
  withCommonOptions(command);
  command.action((folder: string) => runPlan(command, cli, folder));
}
