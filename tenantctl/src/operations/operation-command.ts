import { usageError } from '@platform/command-line/failure';
import { flagWord } from '@platform/command-line/flag-word';
import { Argument } from 'commander';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { operationOptions, optionsOf } from '../common-options.ts';
import type { OperationOptions } from '../common-options.ts';
import { bodyOf } from './body.ts';
import { bodyFaults } from './body-check.ts';
import { fieldOptions, wordList } from './field-option.ts';
import type { FieldOption } from './field-option.ts';
import { fileContent } from './input-file.ts';
import type { Area, OperationSpec, PathParameter } from './operation-spec.ts';
import { runOperation } from './operation-run.ts';
import type { OperationCall } from './operation-call.ts';

const words = (name: string): string => flagWord(name).replaceAll('-', ' ');

function argumentOf({ name, values, prefix }: PathParameter): Argument {
  const about = prefix ? `Id, ${prefix}_…` : values ? `${wordList(values)}.` : words(name);
  const argument = new Argument(`<${flagWord(name)}>`, about);
  return values ? argument.choices(values) : argument;
}

/** An id of another kind is a mistake that the API would report as a resource that does not exist. */
function checkIds({ parameters = [] }: OperationSpec, given: readonly string[]): void {
  parameters.forEach(({ name, prefix }, i) => {
    const value = given[i] ?? '';
    if (prefix && !value.startsWith(`${prefix}_`))
      throw usageError(
        `<${flagWord(name)}> must be an id that begins with ${prefix}_, not "${value}".`,
      );
  });
}

const plain = (text: string): string => text.replaceAll('`', '');

/** What the help says after the options. */
function endingOf({
  operationId,
  request,
  scopes,
  anyScope,
  preview,
  secretResult,
}: OperationSpec): string {
  const joined = scopes.join(anyScope ? ' or ' : ' and ');
  return [
    '',
    ...(scopes.length > 0 ? [`Scopes:     ${joined}`] : []),
    `Operation:  ${operationId}, ${request}`,
    ...(secretResult ? ['The result has a secret that is returned only once.'] : []),
    ...(preview ? ['This operation is a preview: it can change without notice.'] : []),
  ].join('\n');
}

/** The options of fields, where no option of the command has the same name. */
function fieldOptionsOf(spec: OperationSpec, own: ReadonlySet<string>) {
  const query = fieldOptions(spec.query ?? [], own);
  const taken = new Set([...own, ...query.map(({ flag }) => flag)]);
  return { query, body: fieldOptions(spec.body ?? [], taken) };
}

function addFieldOptions(command: Command, group: string, fields: readonly FieldOption[]): void {
  for (const { options } of fields)
    for (const option of options) command.addOption(option.helpGroup(`${group}:`));
}

/** The query parameters that were given. A missing one that is required is an error. */
function queryOf(fields: readonly FieldOption[], flags: Readonly<Record<string, unknown>>): object {
  const missing = fields.filter(({ field, key }) => field.required && flags[key] === undefined);
  if (missing.length > 0)
    throw usageError(
      `Set ${wordList(
        missing.map(({ flag }) => `--${flag}`),
        'and',
      )}.`,
    );
  const given = fields.filter(({ key }) => flags[key] !== undefined);
  return Object.fromEntries(given.map(({ field, key }) => [field.name, flags[key]]));
}

async function inputBody(
  spec: OperationSpec,
  options: OperationOptions,
  fields: readonly FieldOption[],
): Promise<unknown> {
  if (spec.octets) return fileContent(options.file!);
  if (!spec.body) return undefined;
  const { data, unset } = options;
  const given = await bodyOf({ data, unset, flags: options as Record<string, unknown>, fields });
  if (given === undefined && spec.bodyOptional) return undefined;
  const faults = bodyFaults(spec, given ?? {}, fields);
  if (faults.length > 0) throw usageError(faults.join('\n  '));
  return given ?? {};
}

/** Adds the command of an operation to that of its resource. `show` writes the result in another form. */
export function operationCommand(
  parent: Command,
  area: Area,
  spec: OperationSpec,
  cli: Cli,
  show?: OperationCall['show'],
): void {
  const verb = flagWord(spec.name.split('.').at(-1)!);
  const about = spec.about ? `\n${plain(spec.about)}` : '';
  const command = parent
    .command(verb)
    .summary(spec.summary)
    .description(`${spec.summary}.${about}`)
    .addHelpText('after', endingOf(spec));
  for (const parameter of spec.parameters ?? []) command.addArgument(argumentOf(parameter));
  const own = operationOptions(spec);
  const fields = fieldOptionsOf(spec, new Set([...own.map((one) => one.name()), 'help']));
  addFieldOptions(command, spec.list ? 'Filters' : 'Parameters', fields.query);
  addFieldOptions(command, 'Body', fields.body);
  for (const option of own) command.addOption(option);
  command.action(async (...given: unknown[]) => {
    const parameters = given.slice(0, spec.parameters?.length ?? 0) as string[];
    const options = optionsOf<OperationOptions>(command);
    checkIds(spec, parameters);
    const query = queryOf(fields.query, options as Record<string, unknown>);
    const body = await inputBody(spec, options, fields.body);
    await runOperation({ area, spec, parameters, query, body, options, command, show }, cli);
  });
}
