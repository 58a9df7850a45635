import { newId } from '@platform/kit/ids';
import { Option } from 'commander';
import type { Command } from 'commander';
import type { Cli } from './cli.ts';
import { callOptions, patiently, withHub } from './connection.ts';
import type { HubConnection } from './connection.ts';
import { limitFlags, limitOptions } from './tenant-limits-command.ts';
import type { LimitFlags } from './tenant-limits-command.ts';
import { findTenant } from './tenant-reference.ts';

interface Creation extends LimitFlags {
  slug?: string;
  name: string;
  mode: string;
  parent?: string;
  contactEmail?: string;
  region?: string;
  adminClient?: boolean;
  adminEmail?: string;
  requestId?: string;
}

async function create(hub: HubConnection, given: Creation) {
  const request = {
    requestId: given.requestId ?? newId('request'),
    slug: given.slug ?? '',
    name: given.name,
    mode: given.mode,
    parentTenantId: given.parent ? (await findTenant(hub, given.parent)).id : '',
    contactEmail: given.contactEmail ?? '',
    region: given.region ?? '',
    adminClient: given.adminClient ?? false,
    adminEmail: given.adminEmail ?? '',
    limits: limitFlags(given).limits,
  };
  const { tenant, clientId, clientSecret } = await patiently(() =>
    hub.tenants.CreateTenant(request, callOptions(hub)),
  );
  return {
    id: tenant?.id,
    slug: tenant?.slug,
    issuer: tenant?.issuer,
    discovery: `${tenant?.issuer}/.well-known/openid-configuration`,
    ...(clientId ? { clientId, clientSecret } : {}),
  };
}

/** `tenants create`. */
export function tenantCreationCommand(tenants: Command, cli: Cli): void {
  limitOptions(
    tenants
      .command('create')
      .description('Create a tenant')
      .option(
        '--slug <slug>',
        'Slug of the tenant, which is part of its issuer and can never be reused',
      )
      .requiredOption('--name <name>', 'Display name')
      .addOption(
        new Option('--mode <mode>', 'Live tenant, or test tenant of a live tenant')
          .choices(['live', 'test'])
          .default('live'),
      )
      .option('--parent <tenant>', 'For a test tenant: slug or ID of its live tenant')
      .option('--contact-email <address>', "E-mail address of the tenant's contact")
      .option('--region <region>', 'Region that the tenant belongs to')
      .option('--admin-client', 'Create the client tenant-admin with every tenant scope')
      .option(
        '--admin-email <address>',
        'Invite the first administrator, who signs in to the console, by e-mail',
      )
      .option('--request-id <id>', 'Idempotency key: a repeated call returns the first result'),
  ).action((given: Creation) =>
    withHub(cli.connection(), async (hub) => {
      const created = await create(hub, given);
      cli.output().record(created);
      if (given.adminEmail) cli.terminal.note(`An invitation is sent to ${given.adminEmail}.`);
      if (created.clientId) cli.terminal.note('The client secret is not shown again.');
    }),
  );
}
