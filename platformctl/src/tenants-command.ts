import type { Command } from 'commander';
import { adminClientCommand } from './admin-client-command.ts';
import type { Cli } from './cli.ts';
import { confirm, confirmable } from '@platform/command-line/confirmation';
import type { Confirmation } from '@platform/command-line/confirmation';
import { callOptions, patiently, withHub } from './connection.ts';
import type { HubConnection } from './connection.ts';
import { tenantExportCommand } from './tenant-move/tenant-export-command.ts';
import { tenantImportCommand } from './tenant-move/tenant-import-command.ts';
import { tenantCreationCommand } from './tenant-creation-command.ts';
import { limitsCommand } from './tenant-limits-command.ts';
import { findTenant, tenantWord } from './tenant-reference.ts';
import { tenantColumns, tenantView } from './tenant-view.ts';
import type { TenantView } from './tenant-view.ts';

async function listTenants(hub: HubConnection): Promise<TenantView[]> {
  const tenants: TenantView[] = [];
  for (let cursor = ''; ;) {
    const page = await patiently(() =>
      hub.tenants.ListTenants({ limit: 200, cursor }, callOptions(hub)),
    );
    tenants.push(...page.tenants.map(tenantView));
    if (page.nextCursor === '') return tenants;
    cursor = page.nextCursor;
  }
}

/** A command that changes the state of a tenant. */
interface StateCommand {
  name: string;
  description: string;
  change: (
    hub: HubConnection,
    tenantId: string,
  ) => ReturnType<HubConnection['tenants']['SetState']>;
  /** The consequence to confirm, if the change is destructive. */
  consequence?: (tenant: string) => string;
}

const toState =
  (state: string, from?: string): StateCommand['change'] =>
  (hub, tenantId) =>
    hub.tenants.SetState({ tenantId, state, ...(from ? { from } : {}) }, callOptions(hub));

const stateCommands: readonly StateCommand[] = [
  {
    name: 'suspend',
    description: 'Suspend a tenant: its requests are rejected within a second',
    change: toState('suspended'),
    consequence: (tenant) => `Suspending ${tenant} rejects all of its requests.`,
  },
  {
    name: 'reactivate',
    description: 'Reactivate a suspended tenant',
    change: toState('active'),
  },
  {
    name: 'delete',
    description: 'Delete a tenant and its test tenant; they can be restored for 30 days',
    change: (hub, tenantId) => hub.tenants.DeleteTenant({ tenantId }, callOptions(hub)),
    consequence: (tenant) =>
      `Deleting ${tenant} revokes its tokens immediately and removes its data after 30 days.`,
  },
  {
    name: 'restore',
    description: 'Restore a tenant that is being deleted; it is suspended afterwards',
    change: toState('suspended', 'deleting'),
  },
];

function stateCommand(
  tenants: Command,
  { terminal, connection, output }: Cli,
  { name, description, change, consequence }: StateCommand,
): void {
  const command = tenants.command(name).description(description).argument('<tenant>', tenantWord);
  (consequence ? confirmable(command) : command).action((named: string, flags: Confirmation) =>
    withHub(connection(), async (hub) => {
      const { id, slug } = await findTenant(hub, named);
      if (consequence) await confirm(terminal, flags, consequence(`tenant ${slug} (${id})`));
      output().record(tenantView(await patiently(() => change(hub, id))));
    }),
  );
}

/** `tenants create|list|get|suspend|reactivate|delete|restore|limits|admin-client|export|import`. */
export function tenantsCommand(program: Command, cli: Cli): void {
  const tenants = program.command('tenants').description('Create, show and change tenants');
  tenantCreationCommand(tenants, cli);
  tenants
    .command('list')
    .description('List all tenants, oldest first')
    .action(() =>
      withHub(cli.connection(), async (hub) => {
        const listed = await listTenants(hub);
        cli.output().list(listed, tenantColumns(listed), 'No tenants.');
      }),
    );
  tenants
    .command('get')
    .description('Show a tenant')
    .argument('<tenant>', tenantWord)
    .action((named: string) =>
      withHub(cli.connection(), async (hub) =>
        cli.output().record(tenantView(await findTenant(hub, named))),
      ),
    );
  for (const one of stateCommands) stateCommand(tenants, cli, one);
  limitsCommand(tenants, cli);
  adminClientCommand(tenants, cli);
  tenantExportCommand(tenants, cli);
  tenantImportCommand(tenants, cli);
}
