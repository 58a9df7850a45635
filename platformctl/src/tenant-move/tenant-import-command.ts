import type { Command } from 'commander';
import { confirm, confirmable } from '@platform/command-line/confirmation';
import type { Confirmation } from '@platform/command-line/confirmation';
import { notFound, usageError } from '@platform/command-line/failure';
import type { Cli } from '../cli.ts';
import { tenantView } from '../tenant-view.ts';
import { moveHeadOf, verifiedFile } from './move-file.ts';
import type { MoveHead } from './move-file.ts';
import { abandonImport, arrivalOf, checkParts, importParts, reserve } from './tenant-import.ts';
import type { Import } from './tenant-import.ts';
import { keyedCommand, transferKeyOf } from './transfer-key.ts';
import type { KeyFlags } from './transfer-key.ts';

interface ImportFlags extends Confirmation, KeyFlags {
  resume?: boolean;
  abandon?: boolean;
  suspended?: boolean;
  acceptNewIssuer?: boolean;
}

/** Ends an import, and leaves nothing of it. */
async function abandon(
  { terminal, connection, output }: Cli,
  file: string,
  flags: Confirmation,
): Promise<void> {
  const { id, slug } = (await moveHeadOf(file)).tenant;
  if (!(await arrivalOf(connection(), id)))
    throw notFound(`No import of tenant ${slug} (${id}) is in progress.`);
  await confirm(terminal, flags, `Abandoning deletes what was imported of tenant ${slug} (${id}).`);
  const rows = await abandonImport(connection(), id);
  output().record({ id, slug, state: 'abandoned', rows });
}

/** Whether the import was begun already, as the flags say. */
async function checkResumption(
  { connection }: Cli,
  { tenant: { id, slug }, moveId }: MoveHead,
  resume: boolean,
): Promise<void> {
  const arrival = await arrivalOf(connection(), id);
  if (arrival?.state === 'abandoned')
    throw new Error(`The import of tenant ${slug} was abandoned. Complete that with --abandon.`);
  if (arrival?.state === 'importing' && arrival.moveId !== moveId)
    throw new Error(
      `Tenant ${slug} is being imported from another export. Continue with its file, or use --abandon.`,
    );
  if (arrival?.state === 'importing' && !resume)
    throw new Error(
      `The import of tenant ${slug} has begun already. Continue it with --resume, or undo it with --abandon.`,
    );
  // With --resume, the answer to the last step was lost.
  if (arrival?.state === 'completed' && !resume)
    throw new Error(`Tenant ${slug} has been imported already.`);
  if (resume && arrival?.moveId !== moveId)
    throw notFound(`No import of tenant ${slug} from this export is in progress.`);
}

async function run(cli: Cli, path: string, flags: ImportFlags): Promise<void> {
  const { terminal, connection, output } = cli;
  const key = await transferKeyOf(flags);
  const file = await verifiedFile(path, key.box);
  await checkResumption(cli, file.head, flags.resume ?? false);
  const onProgress: Import['onProgress'] = (service, lines, of) =>
    terminal.status?.(`${service}: ${lines} of ${of} lines`);
  const one: Import = { connection: connection(), path, file, key, onProgress };
  if (!flags.resume) await checkParts(one);
  await reserve(one, flags.acceptNewIssuer ?? false);
  try {
    const tenant = await importParts(one, flags.suspended ?? false);
    terminal.status?.('');
    output().record(tenantView(tenant));
  } catch (error) {
    terminal.note(
      'The import is not complete, and the tenant does not exist yet. Continue with --resume, or undo it with --abandon.',
    );
    throw error;
  }
}

/** `tenants import`. */
export function tenantImportCommand(tenants: Command, cli: Cli): void {
  keyedCommand(
    confirmable(
      tenants
        .command('import')
        .description('Import a tenant that another installation has exported')
        .argument('<file>', 'File of the export'),
    ),
  )
    .option('--resume', 'Continue an import that was interrupted')
    .option('--abandon', 'End an import that is not complete, and delete what it has imported')
    .option('--suspended', 'Leave the tenant suspended, to check it before it is reactivated')
    .option(
      '--accept-new-issuer',
      'Import although the domain of this installation gives the tenant another issuer',
    )
    .action(async (path: string, flags: ImportFlags) => {
      if (flags.abandon && flags.resume)
        throw usageError('--abandon and --resume cannot be combined.');
      await (flags.abandon ? abandon(cli, path, flags) : run(cli, path, flags));
    });
}
