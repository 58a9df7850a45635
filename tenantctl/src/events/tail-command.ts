import { printable } from '@platform/command-line/table';
import type { Client, Event } from '@platform/sdk';
import { Option } from 'commander';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { optionsOf, withCommonOptions } from '../common-options.ts';
import type { CommonOptions } from '../common-options.ts';
import { paint } from '../output/paint.ts';
import { followEvents, retryNote } from './event-feed.ts';

interface TailOptions extends CommonOptions {
  type?: string;
  since?: string;
}

/** `2026-11-27T13:55:01Z  user.created  usr_…  by client demo-admin` */
function lineOf({ occurredAt, type, subject, actor }: Event, hasColor: boolean): string {
  const time = occurredAt.replace(/\.\d+Z$/, 'Z');
  const what = hasColor ? paint('bold', printable(type)) : printable(type);
  return `${time}  ${what}  ${printable(subject.id)}  by ${actor.type} ${printable(actor.id)}`;
}

async function tail(
  client: Client,
  options: TailOptions,
  cli: Cli,
  command: Command,
): Promise<void> {
  const { type, since, output: format } = options;
  const { print, note, hasColor = false } = cli.terminal;
  const rows =
    format && format !== 'table'
      ? cli
          .output(command)
          .rows(['occurredAt', 'type', 'subject.id', 'actor.type', 'actor.id', 'id'])
      : undefined;
  note('Waiting for events. Press Ctrl-C to stop.');
  for await (const events of followEvents(client, { type, since, onFailure: retryNote(note) }))
    if (rows) rows.add(events);
    else for (const event of events) print(lineOf(event, hasColor));
}

/** Options that choose events. */
export const eventOptions = (): Option[] => [
  new Option('--type <types>', 'Event types or families such as user.*, separated by commas'),
  new Option('--since <time>', 'Begin with the events since then (default: now)'),
];

/** `events tail`. */
export function tailCommand(events: Command, cli: Cli): void {
  const command = events
    .command('tail')
    .summary('Shows events as they occur')
    .description(
      'Shows events as they occur, until you press Ctrl-C.\nWith -o ndjson, each event is a line of JSON.',
    );
  for (const option of eventOptions()) command.addOption(option.helpGroup('Filters:'));
  withCommonOptions(command);
  command.action(async () => {
    const { client } = await cli.session(command);
    await tail(client, optionsOf<TailOptions>(command), cli, command);
  });
}
