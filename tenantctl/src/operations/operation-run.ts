import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { confirm } from '@platform/command-line/confirmation';
import type { Terminal } from '@platform/command-line/terminal';
import type { Call, Client } from '@platform/sdk';
import type { Cli } from '../cli.ts';
import { dryClient } from './dry-run.ts';
import { listEntries } from './list-entries.ts';
import type { Page } from './list-entries.ts';
import type { OperationCall } from './operation-call.ts';

type Method = (...input: unknown[]) => Call<unknown, never>;

/** The method of the SDK for an operation, such as `users.organizations.list`. */
async function methodOf({ area, spec }: OperationCall, client: Client): Promise<Method> {
  const methods = await area.methods();
  let at: unknown = methods(client as never);
  for (const name of spec.name.split('.').slice(1)) at = (at as Record<string, unknown>)[name];
  return at as Method;
}

const inputOf = (call: OperationCall, more: object = {}): unknown[] => {
  const { spec, parameters, query, body, options } = call;
  const { ifMatch, idempotencyKey } = options;
  return [
    ...parameters,
    ...(spec.body || spec.octets ? [body] : []),
    { ...query, ...more, ...(ifMatch && { ifMatch }), ...(idempotencyKey && { idempotencyKey }) },
  ];
};

async function writeFile(
  response: Response,
  to: string | undefined,
  { note }: Terminal,
): Promise<void> {
  if (!response.body) return;
  const content = Readable.fromWeb(response.body as never);
  if (to === undefined) return pipeline(content, process.stdout, { end: false });
  await pipeline(content, createWriteStream(to, { mode: 0o600 }));
  note(`Wrote ${to}.`);
}

const isDeletion = (value: object): value is { id: string } =>
  'deleted' in value && value.deleted === true && 'id' in value;

function showResult(call: OperationCall, value: unknown, cli: Cli): void {
  const { spec, command } = call;
  const { terminal, output } = cli;
  if (value === undefined) return terminal.note('Done.');
  if (spec.list) {
    const rows = output(command).rows(spec.columns ?? []);
    rows.add((value as Page).data);
    return rows.end('The list is empty.');
  }
  const result = value as object;
  if (isDeletion(result)) output(command).lines(result, [`Deleted ${result.id}.`]);
  else output(command).record(result);
}

/** Calls an operation and shows its result. */
export async function runOperation(call: OperationCall, cli: Cli): Promise<void> {
  const { spec, options, command } = call;
  if (options.dryRun) {
    const method = await methodOf(call, await dryClient(call, cli));
    await method(...inputOf(call));
    return;
  }
  if (spec.request.startsWith('DELETE ')) await confirm(cli.terminal, options, consequenceOf(call));
  const { client } = await cli.session(command);
  const method = await methodOf(call, client);
  if (spec.list === 'pages') {
    const pages = (more: object) => method(...inputOf(call, more)) as never;
    return listEntries({ pages, spec, options }, cli.output(command).rows(spec.columns ?? []), cli);
  }
  const { value, etag } = await method(...inputOf(call)).response();
  if (options.verbose && etag) cli.terminal.note(`ETag: ${etag}`);
  if (spec.file) return writeFile(value as Response, options.to, cli.terminal);
  if (call.show) call.show(value, command);
  else showResult(call, value, cli);
}

/** `This deletes a user: usr_….` */
const consequenceOf = ({ spec: { summary }, parameters }: OperationCall): string =>
  `This ${summary.charAt(0).toLowerCase()}${summary.slice(1)}: ${parameters.join(' ')}.`;
