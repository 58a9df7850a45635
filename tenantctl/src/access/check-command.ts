import { failure } from '@platform/command-line/failure';
import type { Client } from '@platform/sdk';
import { Option } from 'commander';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { optionsOf, withCommonOptions } from '../common-options.ts';
import type { CommonOptions } from '../common-options.ts';
import { parseDocument, inputText } from '../operations/input-file.ts';
import { paint } from '../output/paint.ts';
import { accessPath } from './access-path.ts';
import type { Question } from './access-path.ts';

interface CheckOptions extends CommonOptions {
  explain?: true;
  context?: string;
}

async function contextOf({ context }: CheckOptions): Promise<Record<string, unknown> | undefined> {
  if (context === undefined) return undefined;
  return (await parseDocument(await inputText(context), context)) as Record<string, unknown>;
}

async function isAllowed(client: Client, question: Question): Promise<boolean> {
  const { fga } = await import('@platform/sdk/fga');
  const result = await fga(client).check(question);
  return 'allowed' in result && result.allowed;
}

function* explanation(path: readonly string[] | undefined, allowed: boolean): Iterable<string> {
  if (!path) {
    yield allowed
      ? 'The relations that lead there could not be shown: they depend on a condition, or are too many.'
      : 'No relation leads from the object to the subject.';
    return;
  }
  yield* path.map((name, depth) => `${'   '.repeat(depth)}${depth > 0 ? '└─ ' : ''}${name}`);
  if (!allowed) yield 'A condition, an exclusion or an intersection on this path denies it.';
}

async function check(
  command: Command,
  cli: Cli,
  subject: string,
  relation: string,
  object: string,
): Promise<void> {
  const options = optionsOf<CheckOptions>(command);
  const { client } = await cli.session(command);
  const context = await contextOf(options);
  const question = { subject, relation, object, ...(context && { context }) };
  const allowed = await isAllowed(client, question);
  const path = options.explain ? await accessPath(client, question) : undefined;
  const { hasColor = false } = cli.terminal;
  const verdict = allowed ? 'allowed' : 'denied';
  const shown = hasColor ? paint(allowed ? 'green' : 'red', verdict) : verdict;
  cli
    .output(command)
    .lines({ allowed, ...(options.explain && { path: path ?? null }) }, [
      `${shown}: ${subject} ${allowed ? 'has' : 'does not have'} the relation ${relation} to ${object}.`,
      ...(options.explain ? explanation(path, allowed) : []),
    ]);
  if (!allowed) throw failure('error', 'Denied.');
}

/** `access check`. */
export function checkCommand(access: Command, cli: Cli): void {
  const command = access
    .command('check')
    .summary('Checks whether a subject has a relation to an object')
    .description(
      'Checks whether a subject has a relation to an object.\nExits with 0 if it does, and with 1 if it does not.',
    )
    .argument('<subject>', 'Such as user:ada')
    .argument('<relation>', 'Such as viewer')
    .argument('<object>', 'Such as document:1')
    .addOption(
      new Option('--explain', 'Show the relations that lead from the object to the subject'),
    )
    .addOption(
      new Option(
        '--context <document>',
        'Values for conditions: JSON, @file, or - for standard input',
      ),
    );
  withCommonOptions(command);
  command.action((subject: string, relation: string, object: string) =>
    check(command, cli, subject, relation, object),
  );
}
