import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import type { OperationSpec } from './operations/operation-spec.ts';
import { formats } from './output/output.ts';
import type { Format } from './output/output.ts';
import { parseQuery } from './output/query.ts';
import type { Query } from './output/query.ts';

/** Options that every command has, also before its name. */
export interface CommonOptions {
  output?: Format;
  columns?: string[];
  query?: Query;
  profile?: string;
  dryRun?: true;
  verbose?: true;
}

/** Options of the commands of operations. */
export interface OperationOptions extends CommonOptions {
  limit?: number;
  all?: true;
  cursor?: string;
  data?: string;
  unset?: string[];
  file?: string;
  to?: string;
  ifMatch?: string;
  idempotencyKey?: string;
  yes?: true;
}

const paths = (text: string): string[] => text.split(',').map((path) => path.trim());

const inGroup = (group: string, options: Option[]): Option[] =>
  options.map((option) => option.helpGroup(`${group}:`));

/** Options of every command that shows something. */
export const commonOptions = (): Option[] => [
  ...inGroup('Output', [
    new Option(
      '-o, --output <format>',
      'table, json, yaml, ndjson or csv (default: table)',
    ).choices(formats),
    new Option(
      '--columns <paths>',
      'Properties to show, separated by commas, such as id,name.givenName',
    ).argParser(paths),
    new Option('--query <expression>', 'Part of the result to show, in JMESPath (jmespath.org)')
      .argParser(parseQuery)
      .conflicts('columns'),
  ]),
  ...inGroup('Session', [
    new Option('--profile <name>', 'Stored sign-in to use').env('TENANTCTL_PROFILE'),
    new Option('--verbose', 'Show requests, retries and durations on standard error'),
  ]),
];

/** Adds the options that every command has. */
export function withCommonOptions(command: Command): Command {
  for (const option of commonOptions()) command.addOption(option);
  return command;
}

export const dryRunOption = (): Option =>
  new Option('--dry-run', 'Print the request instead of sending it').helpGroup('Request:');

/** The options of a command, also those before its name. Later ones win. */
export function optionsOf<T extends CommonOptions>(command: Command): T {
  const all: Record<string, unknown> = {};
  for (let at: Command | null = command; at; at = at.parent)
    for (const [name, value] of Object.entries(at.opts())) all[name] ??= value;
  return all as T;
}

/** Reads a whole number above zero. */
function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new InvalidArgumentError('It must be a whole number above zero.');
  return Number(text);
}

const listOptions = (): Option[] =>
  inGroup('List', [
    new Option('--limit <number>', 'Entries to show (default: 50)').argParser(wholeNumber),
    new Option('--all', 'Show every entry').conflicts('limit'),
    new Option('--cursor <cursor>', 'Continue after an earlier list'),
  ]);

const add = (text: string, previous: string[] = []): string[] => [...previous, text];

const bodyOptions = ({ body = [] }: OperationSpec): Option[] =>
  inGroup('Body', [
    new Option(
      '--data <document>',
      'JSON or YAML with the body, or @file, or - for standard input. Flags take precedence',
    ),
    ...(body.some(({ nullable }) => nullable)
      ? [new Option('--unset <member>', 'Set a member to null. Can be repeated.').argParser(add)]
      : []),
  ]);

/** The options of an operation's command, other than its parameters and the members of its body. */
export function operationOptions(spec: OperationSpec): Option[] {
  const { request, list, body, octets, file, conditional, keyed } = spec;
  const requestOptions = [
    ...(conditional
      ? [
          new Option(
            '--if-match <etag>',
            'Fail unless this is the current version of the resource, which --verbose shows',
          ),
        ]
      : []),
    ...(keyed
      ? [
          new Option(
            '--idempotency-key <key>',
            'Run the operation once, however often it is requested with this key',
          ),
        ]
      : []),
    dryRunOption(),
    ...(request.startsWith('DELETE ')
      ? [new Option('-y, --yes', 'Do not ask for confirmation')]
      : []),
  ];
  return [
    ...(list === 'pages' ? listOptions() : []),
    ...(body ? bodyOptions(spec) : []),
    ...(octets
      ? [new Option('--file <file>', 'File to send; - for standard input').makeOptionMandatory()]
      : []),
    ...(file ? [new Option('--to <file>', 'File to write (default: standard output)')] : []),
    ...inGroup('Request', requestOptions),
    ...commonOptions(),
  ];
}
