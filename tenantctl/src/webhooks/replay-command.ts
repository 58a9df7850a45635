import { usageError } from '@platform/command-line/failure';
import type { Client, WebhookRecovery } from '@platform/sdk';
import { Option } from 'commander';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { optionsOf, withCommonOptions } from '../common-options.ts';
import type { CommonOptions } from '../common-options.ts';
import { untilDone } from '../until-done.ts';

interface ReplayOptions extends CommonOptions {
  delivery?: string;
  since?: string;
  until?: string;
  missing?: true;
  type?: string;
}

const hasEnded = ({ status }: WebhookRecovery): boolean => !['PENDING', 'RUNNING'].includes(status);

async function recover(
  client: Client,
  endpointId: string,
  options: ReplayOptions,
  cli: Cli,
): Promise<WebhookRecovery> {
  const { webhookEndpoints } = await import('@platform/sdk/webhook-endpoints');
  const { recoveries } = webhookEndpoints(client);
  const { since, until, missing, type } = options;
  const started = await recoveries.create(endpointId, {
    since: since!,
    ...(until !== undefined && { until }),
    ...(type !== undefined && { eventTypes: type.split(',') }),
    mode: missing ? 'missing' : 'failed',
  });
  return untilDone(
    started,
    hasEnded,
    () => recoveries.get(endpointId, started.id),
    ({ examined, enqueued }) =>
      cli.terminal.status?.(`${examined} events examined, ${enqueued} enqueued …`),
  );
}

async function replay(command: Command, cli: Cli, endpointId: string): Promise<void> {
  const options = optionsOf<ReplayOptions>(command);
  const { delivery, since } = options;
  if ((delivery === undefined) === (since === undefined))
    throw usageError(
      'Set --delivery to send one delivery again, or --since to send those of a period.',
    );
  const { client } = await cli.session(command);
  const output = cli.output(command);
  if (delivery !== undefined) {
    const { webhookEndpoints } = await import('@platform/sdk/webhook-endpoints');
    const sent = await webhookEndpoints(client).deliveries.redeliver(endpointId, delivery);
    return output.lines(sent, [
      `Sending ${sent.eventType} (${sent.eventId}) again: ${sent.status}.`,
    ]);
  }
  const ended = await recover(client, endpointId, options, cli);
  const { status, examined, enqueued } = ended;
  cli.terminal.status?.('');
  output.lines(ended, [`Examined ${examined} events and enqueued ${enqueued} deliveries.`]);
  if (status !== 'COMPLETED') throw new Error(`The recovery ended with ${status}.`);
}

/** `webhooks replay`. */
export function replayCommand(webhooks: Command, cli: Cli): void {
  const command = webhooks
    .command('replay')
    .summary('Sends failed or missed events to an endpoint again')
    .description(
      'Sends failed or missed events to an endpoint again.\nThe platform sends them in the background; the command waits until all of them are enqueued.',
    )
    .argument('<endpoint>', 'Id of the endpoint, whe_…');
  for (const option of [
    new Option('--delivery <id>', 'Send only this delivery'),
    new Option('--since <time>', 'Send the events since then'),
    new Option('--until <time>', 'Send the events before then (default: now)'),
    new Option('--missing', 'Send events that have no delivery instead of failed ones'),
    new Option('--type <types>', 'Event types, separated by commas'),
  ])
    command.addOption(option);
  withCommonOptions(command);
  command.action((endpointId: string) => replay(command, cli, endpointId));
}
