import type { Command } from 'commander';
import type { Cli } from './cli.ts';
import { confirm, confirmable } from '@platform/command-line/confirmation';
import type { Confirmation } from '@platform/command-line/confirmation';
import { callOptions, patiently, withHub } from './connection.ts';
import { findTenant, tenantWord } from './tenant-reference.ts';

/** `ip-rules clear`. */
export function ipRulesCommand(program: Command, { terminal, connection, output }: Cli): void {
  confirmable(
    program
      .command('ip-rules')
      .description('IP rules of a tenant')
      .command('clear')
      .description('Delete all IP rules of a tenant that locked itself out')
      .requiredOption('--tenant <tenant>', tenantWord),
  ).action(({ tenant: named, ...flags }: { tenant: string } & Confirmation) =>
    withHub(connection(), async (hub) => {
      const { id, slug } = await findTenant(hub, named);
      await confirm(terminal, flags, `This deletes every IP rule of tenant ${slug} (${id}).`);
      const { cleared } = await patiently(() =>
        hub.tenants.ClearIpRules({ tenantId: id }, callOptions(hub)),
      );
      output().lines({ tenantId: id, cleared }, [`Deleted ${cleared} IP rules of ${slug}.`]);
    }),
  );
}
