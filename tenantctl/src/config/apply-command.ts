import { confirm, confirmable } from '@platform/command-line/confirmation';
import { failure } from '@platform/command-line/failure';
import { ApplyError, applyPlan, remakeSecret } from '@platform/configuration';
import type { Change, Plan } from '@platform/configuration';
import type { Platform } from '@platform/sdk';
import { Option } from 'commander';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { optionsOf, withCommonOptions } from '../common-options.ts';
import type { CommonOptions } from '../common-options.ts';
import { exitCodeOfError } from '../problem-lines.ts';
import { planOf, pruneOption } from './plan-command.ts';
import { planLines, planRecord, summaryOf } from './plan-lines.ts';
import { secretsFile } from './secrets-file.ts';
import { onlyOption } from './tenant-of-command.ts';

interface ApplyFlags extends CommonOptions {
  prune?: true;
  secretsTo?: string;
  yes?: true;
}

const done: Record<Change['action'], string> = {
  create: 'Created',
  update: 'Updated',
  replace: 'Replaced',
  delete: 'Deleted',
};

function requireSecretsFile({ changes }: Plan, { secretsTo }: ApplyFlags): void {
  const made = changes.filter(({ makesSecret }) => makesSecret);
  if (made.length === 0 || secretsTo !== undefined) return;
  throw failure(
    'usage',
    `${made.map(({ address }) => address).join(', ')} ${made.length === 1 ? 'makes a secret' : 'make secrets'}, which the platform shows once. Add --secrets-to FILE to store ${made.length === 1 ? 'it' : 'them'}.`,
  );
}

/** An error that says how far the changes have come. */
function interrupted(error: ApplyError, total: number): Error {
  return Object.assign(
    failure(
      'error',
      `${error.message}\n${error.made} of ${total} changes were made. Run the command again to make the others.`,
      error,
    ),
    { exitCode: exitCodeOfError(error.cause) },
  );
}

async function make(
  platform: Platform,
  plan: Plan,
  { cli, flags }: { cli: Cli; flags: ApplyFlags },
): Promise<number> {
  const { status, note } = cli.terminal;
  const total = plan.changes.length;
  const secrets = flags.secretsTo === undefined ? undefined : secretsFile(flags.secretsTo);
  let made = 0;
  try {
    return await applyPlan(platform, plan, {
      ...(secrets && { onSecret: secrets.add, onSecretAwaited: secrets.announce }),
      onChange: ({ action, address }, state) => {
        if (state === 'begun') return status?.(`${++made} of ${total}: ${address} …`);
        status?.('');
        return note(`${done[action]} ${address}`);
      },
    });
  } catch (error) {
    status?.('');
    throw error instanceof ApplyError ? interrupted(error, total) : error;
  }
}

/** Makes the secrets again that an interrupted run has lost. */
async function remakeLost(
  platform: Platform,
  { ids }: Plan,
  { cli, flags }: { cli: Cli; flags: ApplyFlags },
): Promise<void> {
  if (flags.secretsTo === undefined) return;
  const secrets = secretsFile(flags.secretsTo);
  for (const address of await secrets.lost()) {
    // The process can also have ended before the creation.
    if (!ids.has(address)) continue;
    const secret = await remakeSecret(platform, address);
    if (secret) {
      await secrets.add(secret);
      cli.terminal.note(`Made another secret of ${address}, whose first one was lost.`);
    } else
      cli.terminal.note(
        `warning: The secret of ${address} was lost, and there is no operation that makes another one. Delete it and apply again.`,
      );
  }
}

async function runApply(command: Command, cli: Cli, folder: string): Promise<void> {
  const flags = optionsOf<ApplyFlags>(command);
  const { plan, platform } = await planOf(command, cli, folder);
  const output = cli.output(command);
  const hasColor = cli.terminal.hasColor ?? false;
  if (!output.isStructured)
    for (const line of planLines(plan, { hasColor })) cli.terminal.print(line);
  const count = plan.changes.length;
  if (count > 0) {
    requireSecretsFile(plan, flags);
    await confirm(cli.terminal, flags, summaryOf(plan));
  }
  await remakeLost(platform, plan, { cli, flags });
  if (count > 0) await make(platform, plan, { cli, flags });
  output.lines(
    planRecord(plan),
    count === 0 ? [] : [`Made ${count} ${count === 1 ? 'change' : 'changes'}.`],
  );
}

/** `config apply`. */
export function applyCommand(config: Command, cli: Cli): void {
  const command = config
    .command('apply')
    .summary('Makes the tenant as the files declare it')
    .description(
      'Makes the tenant as the files declare it. Nothing is deleted without --prune. Running it again continues after an interruption.',
    )
    .argument('<folder>', 'Folder with the files')
    .addOption(pruneOption())
    .addOption(onlyOption())
    .addOption(
      new Option(
        '--secrets-to <file>',
        'File that secrets which the platform makes are added to, readable by you alone',
      ),
    );
  confirmable(command);
  withCommonOptions(command);
  command.action((folder: string) => runApply(command, cli, folder));
}
