import type { RpcClient } from '@platform/kit/grpc';
import type { DeadLetter__Output } from '@platform/protos';
import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import type { Cli } from './cli.ts';
import { callOptions, patiently, withService } from './connection.ts';
import type { ServerConnectionOptions, ServiceCallOptions } from './connection.ts';
import { presented } from '@platform/command-line/output';
import { ofService, ofServices, servicesIn } from './service-flags.ts';
import type { ServiceFlags } from './service-flags.ts';
import type { Column } from '@platform/command-line/table';

type DeadLetters = RpcClient<'platform.deadletters.v1.DeadLetters'>;

const columns: readonly Column<DeadLetter__Output>[] = [
  { header: 'ID', value: ({ id }) => id },
  { header: 'SERVICE', value: ({ service }) => service },
  { header: 'REASON', value: ({ reason }) => reason },
  { header: 'AT', value: ({ createdAt }) => createdAt },
  { header: 'TENANT', value: ({ tenantId }) => tenantId },
  { header: 'SUBJECT', value: ({ subject }) => subject },
];

const withDeadLetters = <T>(
  service: ServiceCallOptions,
  connection: ServerConnectionOptions,
  work: (letters: DeadLetters) => Promise<T>,
): Promise<T> =>
  withService(service, connection, (peer) =>
    work(peer.service('platform.deadletters.v1.DeadLetters')),
  );

const view = ({ body: _body, ...letter }: DeadLetter__Output): DeadLetter__Output =>
  presented(letter) as DeadLetter__Output;

async function listLetters(letters: DeadLetters, reason: string): Promise<DeadLetter__Output[]> {
  const found: DeadLetter__Output[] = [];
  for (let after = 0; ;) {
    const page = await patiently(() => letters.List({ reason, limit: 200, after }, callOptions()));
    found.push(...page.deadLetters.map(view));
    if (page.nextAfter === 0) return found;
    after = page.nextAfter;
  }
}

function number(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Use a number shown by `dlq list`.');
  return Number(text);
}

/** `dlq list|show|replay`. */
export function deadLettersCommand(program: Command, { connection, output }: Cli): void {
  const dlq = program
    .command('dlq')
    .description('Dead letters: messages that a service could not process');

  ofServices(
    dlq.command('list').description('List dead letters, oldest first; they are kept for 30 days'),
    'Dead letters of one service',
  )
    .option('--reason <reason>', 'Dead letters with this reason')
    .action(async ({ reason = '', ...flags }: ServiceFlags & { reason?: string }) => {
      const found = await Promise.all(
        servicesIn(flags).map((service) =>
          withDeadLetters(service, connection(), (letters) => listLetters(letters, reason)),
        ),
      );
      output().list(found.flat(), columns, 'No dead letters.');
    });

  const onLetter = (name: string, description: string): Command =>
    ofService(
      dlq
        .command(name)
        .description(description)
        .argument('<id>', 'Number of the dead letter', number),
      'Service that the dead letter belongs to',
    );
  onLetter('show', 'Show a dead letter with its message').action(
    (id: number, flags: Required<ServiceFlags>) =>
      withDeadLetters(flags, connection(), async (letters) =>
        output().record(presented(await patiently(() => letters.Get({ id }, callOptions())))),
      ),
  );
  onLetter(
    'replay',
    'Publish the message again for that service only, and remove the dead letter',
  ).action((id: number, flags: Required<ServiceFlags>) =>
    withDeadLetters(flags, connection(), async (letters) =>
      output().record(view(await letters.Replay({ id }, callOptions()))),
    ),
  );
}
