import { newId } from '@platform/kit/ids';
import type { Command } from 'commander';
import type { Cli } from './cli.ts';
import { confirm, confirmable } from '@platform/command-line/confirmation';
import type { Confirmation } from '@platform/command-line/confirmation';
import { callOptions, patiently, withHub } from './connection.ts';
import { findTenant, tenantWord } from './tenant-reference.ts';

interface Reset extends Confirmation {
  requestId?: string;
}

/** `tenants admin-client reset`. */
export function adminClientCommand(tenants: Command, { terminal, connection, output }: Cli): void {
  const command = tenants
    .command('admin-client')
    .description('The client tenant-admin of a tenant')
    .command('reset')
    .description(
      'Recreate or re-enable the client tenant-admin, with every tenant scope and a new secret',
    )
    .argument('<tenant>', tenantWord)
    .option('--request-id <id>', 'Idempotency key: a repeated call returns the first result');
  confirmable(command).action((named: string, { requestId, ...flags }: Reset) =>
    withHub(connection(), async (hub) => {
      const { id, slug } = await findTenant(hub, named);
      await confirm(
        terminal,
        flags,
        `This replaces every secret of the client tenant-admin of tenant ${slug} (${id}), and resets its settings.`,
      );
      const request = { tenantId: id, requestId: requestId ?? newId('request') };
      const { clientId, clientSecret } = await patiently(() =>
        hub.tenants.ResetAdminClient(request, callOptions(hub)),
      );
      output().record({ tenantId: id, clientId, clientSecret });
      terminal.note('The client secret is not shown again.');
    }),
  );
}
