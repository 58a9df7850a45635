import type { Command } from 'commander';
import { callOptions, patiently, withHub } from './connection.ts';
import type { HubOptions } from './connection.ts';

/** `ip-rules clear`. */
export function ipRulesCommand(
  program: Command,
  options: () => HubOptions,
  print: (line: string) => void,
): void {
  program
    .command('ip-rules')
    .description('IP rules of a tenant')
    .command('clear')
    .description('drop them all, for a tenant that locked itself out')
    .requiredOption('--tenant <id>', 'tnt_…')
    .action(({ tenant }: { tenant: string }) =>
      withHub(options(), async (hub) => {
        const { cleared } = await patiently(() =>
          hub.tenants.ClearIpRules({ tenantId: tenant }, callOptions(hub)),
        );
        print(`${cleared} rules dropped`);
      }),
    );
}
