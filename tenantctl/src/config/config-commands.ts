import { configurationSchema } from '@platform/configuration';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { withCommonOptions } from '../common-options.ts';
import { applyCommand } from './apply-command.ts';
import { configurationIn } from './configuration-in.ts';
import { exportCommand } from './export-command.ts';
import { planCommand } from './plan-command.ts';

function validateCommand(config: Command, cli: Cli): void {
  const command = config
    .command('validate')
    .summary('Checks files without a tenant')
    .description(
      'Checks types, names of members and references to the environment in a folder, without a tenant. References to other resources are checked by `config plan`.',
    )
    .argument('<folder>', 'Folder with the files');
  withCommonOptions(command);
  command.action(async (folder: string) => {
    const { resources } = await configurationIn(folder, { environment: cli.env });
    const addresses = resources.map(({ address }) => address);
    cli
      .output(command)
      .lines({ valid: true, resources: addresses }, [`${addresses.length} resources are valid.`]);
  });
}

function schemaCommand(config: Command, cli: Cli): void {
  const command = config
    .command('schema')
    .summary('Prints the JSON Schema of the files')
    .description('Prints the JSON Schema of the files, for editors.');
  command.action(() => cli.terminal.print(JSON.stringify(configurationSchema(), null, 2)));
}

/** `config export|plan|apply|validate|schema`. */
export function configCommands(config: Command, cli: Cli): void {
  exportCommand(config, cli);
  planCommand(config, cli);
  applyCommand(config, cli);
  validateCommand(config, cli);
  schemaCommand(config, cli);
}
