import { usageError } from '@platform/command-line/failure';
import type { Event } from '@platform/sdk';
import { Option } from 'commander';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { optionsOf, withCommonOptions } from '../common-options.ts';
import type { CommonOptions } from '../common-options.ts';
import { eventOptions } from '../events/tail-command.ts';
import { followEvents, retryNote } from '../events/event-feed.ts';
import { paint } from '../output/paint.ts';
import { listenSecret } from './listen-secret.ts';

interface ListenOptions extends CommonOptions {
  forwardTo: string;
  type?: string;
  since?: string;
  secretFile?: string;
}

interface Receiver {
  url: string;
  secret: string;
}

/** A receiver that takes longer has failed, as with the platform's own deliveries. */
const timeoutMs = 30_000;

/** `localhost:3000/webhooks` is an http URL. */
function receiverUrl(text: string): string {
  const url = /^https?:\/\//.test(text) ? text : `http://${text}`;
  if (!URL.canParse(url))
    throw usageError('--forward-to must be a URL such as http://localhost:3000/webhooks.');
  return url;
}

/** Sends an event to the receiver, and returns the status of its response. */
async function forward(event: Event, { url, secret }: Receiver): Promise<number | string> {
  const { signWebhook } = await import('@platform/sdk/verify');
  const body = JSON.stringify(event);
  const headers = {
    ...(await signWebhook({ id: event.id, body, secret })),
    'x-platform-event': event.type,
  };
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      signal,
      redirect: 'manual',
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    const { cause, message } = error as Error;
    return signal.aborted
      ? 'no response in 30 s'
      : ((cause as Error | undefined)?.message ?? message);
  }
}

function report(
  { terminal: { print, hasColor = false } }: Cli,
  event: Event,
  result: number | string,
): void {
  const isDone = typeof result === 'number' && result >= 200 && result < 300;
  const shown = hasColor ? paint(isDone ? 'green' : 'red', String(result)) : String(result);
  print(`${event.occurredAt.replace(/\.\d+Z$/, 'Z')}  [${shown}]  ${event.type}  ${event.id}`);
}

async function listen(command: Command, cli: Cli): Promise<void> {
  const options = optionsOf<ListenOptions>(command);
  const { forwardTo, type, since, secretFile } = options;
  const url = receiverUrl(forwardTo);
  const { client, profileName = 'environment' } = await cli.session(command);
  const secret = await listenSecret(cli.env, profileName, secretFile);
  cli.terminal.note(`Forwarding events to ${url}. Press Ctrl-C to stop.`);
  cli.terminal.note(`The signing secret of this machine is ${secret}`);
  const onFailure = retryNote(cli.terminal.note);
  for await (const events of followEvents(client, { type, since, onFailure }))
    for (const event of events) report(cli, event, await forward(event, { url, secret }));
}

/** `webhooks listen`. */
export function listenCommand(webhooks: Command, cli: Cli): void {
  const command = webhooks
    .command('listen')
    .summary('Forwards events to a receiver on this machine')
    .description(
      'Forwards events to a receiver on this machine, without a public address.\nEvents are read from the event log and signed as webhooks are (Standard Webhooks), with a secret of this machine. Each is sent once, in order: nothing is repeated if the receiver fails.',
    )
    .addOption(
      new Option(
        '--forward-to <url>',
        'Receiver, such as localhost:3000/webhooks',
      ).makeOptionMandatory(),
    )
    .addOption(
      new Option(
        '--secret-file <file>',
        'File with the signing secret, whsec_…; - for standard input (default: a secret of this machine)',
      ),
    );
  for (const option of eventOptions()) command.addOption(option);
  withCommonOptions(command);
  command.action(() => listen(command, cli));
}
