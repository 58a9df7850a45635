import type { RpcClient } from '@platform/kit/grpc';
import type { ListedErasureCertificate__Output } from '@platform/protos';
import { Option } from 'commander';
import type { Command } from 'commander';
import type { Cli } from './cli.ts';
import { callOptions, patiently, withService } from './connection.ts';
import type { ServerConnectionOptions } from './connection.ts';
import { ofFixedService } from './service-flags.ts';
import type { ServiceFlags } from './service-flags.ts';
import type { Column } from '@platform/command-line/table';
import { tenantIdOf, tenantWord } from './tenant-reference.ts';

type Certificates = RpcClient<'platform.compliance.v1.ErasureCertificates'>;

interface ListFlags extends Pick<ServiceFlags, 'address'> {
  userId?: string;
  externalId?: string;
  email?: string;
}

const columns: readonly Column<ListedErasureCertificate__Output>[] = [
  { header: 'REQUEST', value: ({ requestId }) => requestId },
  { header: 'COMPLETED', value: ({ completedAt }) => completedAt },
  { header: 'REASON', value: ({ reason }) => reason },
  { header: 'REGULATION', value: ({ regulation }) => regulation },
  { header: 'KID', value: ({ kid }) => kid },
];

const withCertificates = <T>(
  connection: ServerConnectionOptions,
  address: string | undefined,
  work: (certificates: Certificates) => Promise<T>,
): Promise<T> =>
  withService({ service: 'compliance', address }, connection, (peer) =>
    work(peer.service('platform.compliance.v1.ErasureCertificates')),
  );

function identifierOf({ userId, externalId, email }: ListFlags) {
  if (userId !== undefined) return { type: 'user_id', value: userId };
  if (externalId !== undefined) return { type: 'external_id', value: externalId };
  return email === undefined ? null : { type: 'email', value: email };
}

async function listed(
  certificates: Certificates,
  filter: { tenantId: string; identifier: ReturnType<typeof identifierOf> },
): Promise<ListedErasureCertificate__Output[]> {
  const found: ListedErasureCertificate__Output[] = [];
  for (let before = ''; ;) {
    const page = await patiently(() =>
      certificates.List({ ...filter, limit: 200, before }, callOptions()),
    );
    found.push(...page.certificates);
    if (page.nextBefore === '') return found;
    before = page.nextBefore;
  }
}

function listCommand(certificates: Command, { connection, output }: Cli): void {
  const command = certificates
    .command('list')
    .description('List the certificates of a tenant, newest first')
    .argument('<tenant>', tenantWord)
    .addOption(
      new Option('--user-id <id>', 'Of the user with this ID').conflicts(['externalId', 'email']),
    )
    .addOption(
      new Option('--external-id <id>', 'Of the user with this external ID').conflicts('email'),
    )
    .option('--email <address>', 'Of the user with this e-mail address');
  ofFixedService(command, 'compliance').action(async (tenant: string, flags: ListFlags) => {
    const filter = {
      tenantId: await tenantIdOf(connection(), tenant),
      identifier: identifierOf(flags),
    };
    const found = await withCertificates(connection(), flags.address, (client) =>
      listed(client, filter),
    );
    output().list(found, columns, 'No certificates.');
  });
}

/** `erasure-certificates list|show`. */
export function erasureCertificatesCommand(program: Command, cli: Cli): void {
  const certificates = program
    .command('erasure-certificates')
    .description('Certificates of completed erasures, including those of deleted tenants');
  listCommand(certificates, cli);
  const show = certificates
    .command('show')
    .description('Show a certificate with its signature')
    .argument('<tenant>', tenantWord)
    .argument('<request>', 'ID of the erasure request');
  ofFixedService(show, 'compliance').action(
    async (tenant: string, requestId: string, { address }: Pick<ServiceFlags, 'address'>) => {
      const tenantId = await tenantIdOf(cli.connection(), tenant);
      const { certificateJson, ...document } = await withCertificates(
        cli.connection(),
        address,
        (client) => patiently(() => client.Get({ tenantId, requestId }, callOptions())),
      );
      cli.output().record({ ...document, certificate: JSON.parse(certificateJson) as object });
    },
  );
}
