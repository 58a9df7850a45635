import { awaitedServices } from '@platform/contracts';
import { newId } from '@platform/kit/ids';
import type { TenantMessage } from '@platform/protos';
import type { Command } from 'commander';
import { callOptions, patiently, withHub } from './connection.ts';
import type { HubConnection, HubOptions } from './connection.ts';
import { limitFlags, limitOptions, limitsCommand } from './tenant-limits-command.ts';
import type { LimitFlags } from './tenant-limits-command.ts';

type Print = (line: string) => void;
interface Creation extends LimitFlags {
  slug?: string;
  name: string;
  mode: string;
  parent?: string;
  contactEmail?: string;
  region?: string;
  adminClient?: boolean;
  requestId?: string;
}

async function create(hub: HubConnection, options: Creation, print: Print): Promise<void> {
  const requestId = options.requestId ?? newId('request');
  const { tenant, clientId, clientSecret } = await patiently(() =>
    hub.tenants.CreateTenant(
      {
        requestId,
        slug: options.slug ?? '',
        name: options.name,
        mode: options.mode,
        parentTenantId: options.parent ?? '',
        contactEmail: options.contactEmail ?? '',
        region: options.region ?? '',
        adminClient: options.adminClient ?? false,
        limits: limitFlags(options).limits,
      },
      callOptions(hub),
    ),
  );
  print(`id         ${tenant?.id}`);
  print(`issuer     ${tenant?.issuer}`);
  print(`discovery  ${tenant?.issuer}/.well-known/openid-configuration`);
  if (!clientId) return;
  print(`client     ${clientId}`);
  print(`secret     ${clientSecret}`);
  print('The secret is shown this once.');
}

/** How far the deletion of a tenant has come. */
const purge = ({ state, purgedAt, purgedBy = [] }: TenantMessage): string[] =>
  state !== 'deleted'
    ? []
    : [
        purgedAt
          ? `purged ${purgedAt}`
          : `not yet purged by ${awaitedServices(purgedBy).join(', ')}`,
      ];

const line = (tenant: TenantMessage): string =>
  [
    tenant.id,
    tenant.state?.padEnd(9),
    tenant.mode,
    tenant.slug,
    tenant.issuer,
    ...purge(tenant),
  ].join('  ');

async function list(hub: HubConnection, print: Print): Promise<void> {
  for (let cursor = ''; ;) {
    const page = await patiently(() =>
      hub.tenants.ListTenants({ limit: 200, cursor }, callOptions(hub)),
    );
    for (const tenant of page.tenants) print(line(tenant));
    if (page.nextCursor === '') return;
    cursor = page.nextCursor;
  }
}

/** The state to bring a tenant to, and the only one to do it from. */
interface TenantStateChange {
  state: string;
  from?: string;
}

/** `tenants create|list|suspend|reactivate|delete|restore|limits`. */
export function tenantsCommand(program: Command, options: () => HubOptions, print: Print): void {
  const tenants = program.command('tenants').description('tenants of the platform');

  limitOptions(tenants.command('create').description('make a tenant'))
    .option('--slug <slug>', 'the label of its issuer; it is never released')
    .requiredOption('--name <name>', 'what people call it')
    .option('--mode <mode>', 'live or test', 'live')
    .option('--parent <id>', 'of a test tenant: the live one')
    .option('--contact-email <address>')
    .option('--region <region>')
    .option('--admin-client', 'make the client tenant-admin with every tenant scope')
    .option('--request-id <id>', 'repeat an earlier call: it answers what it answered then')
    .action((given: Creation) => withHub(options(), (hub) => create(hub, given, print)));

  tenants
    .command('list')
    .description('every tenant, the oldest first')
    .action(() => withHub(options(), (hub) => list(hub, print)));

  const toState = (name: string, description: string, change: TenantStateChange): void => {
    tenants
      .command(name)
      .description(description)
      .argument('<id>', 'tnt_…')
      .action((tenantId: string) =>
        withHub(options(), async (hub) => {
          print(
            line(
              await patiently(() =>
                hub.tenants.SetState({ tenantId, ...change }, callOptions(hub)),
              ),
            ),
          );
        }),
      );
  };
  toState('suspend', 'Suspends a tenant: its requests are rejected within a second.', {
    state: 'suspended',
  });
  toState('reactivate', 'Reactivates a suspended tenant.', { state: 'active' });
  toState('restore', 'Restores a tenant that is being deleted, as suspended.', {
    state: 'suspended',
    from: 'deleting',
  });

  tenants
    .command('delete')
    .description('delete it, with its test tenant; restorable for 30 days')
    .argument('<id>', 'tnt_…')
    .action((tenantId: string) =>
      withHub(options(), async (hub) => {
        print(
          line(await patiently(() => hub.tenants.DeleteTenant({ tenantId }, callOptions(hub)))),
        );
      }),
    );

  limitsCommand(tenants, options, print);
}
