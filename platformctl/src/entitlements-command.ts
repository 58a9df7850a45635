import type { RpcClient } from '@platform/kit/grpc';
import type { EntitlementMessage } from '@platform/protos';
import type { Command } from 'commander';
import type { Cli } from './cli.ts';
import { confirm, confirmable } from '@platform/command-line/confirmation';
import type { Confirmation } from '@platform/command-line/confirmation';
import { callOptions, patiently, withService } from './connection.ts';
import type { ServerConnectionOptions } from './connection.ts';
import { momentArgument } from './moment-argument.ts';
import { presented } from '@platform/command-line/output';
import { ofFixedService } from './service-flags.ts';
import type { ServiceFlags } from './service-flags.ts';
import type { Column } from '@platform/command-line/table';
import { tenantIdOf, tenantWord } from './tenant-reference.ts';

type Address = Pick<ServiceFlags, 'address'>;

interface Change extends Confirmation, Address {
  reason: string;
  expiresAt?: string;
}

const columns: readonly Column<EntitlementMessage>[] = [
  { header: 'FAMILY', value: ({ family }) => family },
  { header: 'ENTITLED', value: ({ entitled }) => (entitled ? 'yes' : 'no') },
  { header: 'SOURCE', value: ({ source }) => source },
  { header: 'EXPIRES', value: ({ expiresAt }) => expiresAt },
  { header: 'REASON', value: ({ reason }) => reason },
];

const withEntitlements = <T>(
  connection: ServerConnectionOptions,
  address: string | undefined,
  work: (entitlements: RpcClient<'platform.fga.v1.Entitlements'>) => Promise<T>,
): Promise<T> =>
  withService({ service: 'fga', address }, connection, (peer) =>
    work(peer.service('platform.fga.v1.Entitlements')),
  );

const time = (text: string): string => momentArgument(text).toISOString();

const view = (message: EntitlementMessage): EntitlementMessage =>
  presented(message) as EntitlementMessage;

/** `entitlements grant` or `revoke`. */
function changeCommand(entitlements: Command, cli: Cli, entitled: boolean): void {
  const command = ofFixedService(
    entitlements
      .command(entitled ? 'grant' : 'revoke')
      .description(
        entitled
          ? 'Entitle a tenant to a family of operations'
          : 'Revoke a family: its operations are rejected, and its scopes are omitted from new tokens',
      )
      .argument('<tenant>', tenantWord)
      .argument('<family>', 'Name of the family, as shown by `entitlements list`')
      .requiredOption('--reason <text>', 'Reason, which is visible to the tenant')
      .option('--expires-at <time>', 'When the default applies again (default: never)', time),
    'fga',
  );
  if (!entitled) confirmable(command);
  command.action(async (named: string, family: string, flags: Change) => {
    const tenantId = await tenantIdOf(cli.connection(), named);
    if (!entitled)
      await confirm(cli.terminal, flags, `Revoking ${family} rejects its operations for ${named}.`);
    const { address, reason, expiresAt = '' } = flags;
    await withEntitlements(cli.connection(), address, async (client) => {
      const request = { tenantId, family, entitled, reason, expiresAt };
      cli.output().record(view(await patiently(() => client.Set(request, callOptions()))));
    });
  });
}

/** `entitlements list|grant|revoke`. */
export function entitlementsCommand(program: Command, cli: Cli): void {
  const entitlements = program
    .command('entitlements')
    .description('Families of operations that a tenant may use');
  const list = entitlements
    .command('list')
    .description('List the families and their state')
    .argument('<tenant>', tenantWord);
  ofFixedService(list, 'fga').action(async (named: string, { address }: Address) => {
    const tenantId = await tenantIdOf(cli.connection(), named);
    await withEntitlements(cli.connection(), address, async (client) => {
      const { entitlements: found } = await patiently(() =>
        client.List({ tenantId }, callOptions()),
      );
      cli.output().list(found.map(view), columns, 'No families.');
    });
  });
  changeCommand(entitlements, cli, true);
  changeCommand(entitlements, cli, false);
}
