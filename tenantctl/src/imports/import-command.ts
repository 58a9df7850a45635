import { basename } from 'node:path';
import { usageError } from '@platform/command-line/failure';
import type { ImportJob, MigrationSourcesResource } from '@platform/sdk';
import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { dryRunOption, optionsOf, withCommonOptions } from '../common-options.ts';
import type { CommonOptions } from '../common-options.ts';
import { areas } from '../generated/index.ts';
import type { Field } from '../operations/operation-spec.ts';
import { configFolder } from '../session/profiles.ts';
import { configureSource, followJob, startJob, tryImport, uploadFile } from './import-job.ts';
import type { ImportOptions } from './import-job.ts';
import { importFiles } from './import-state.ts';
import type { ImportFiles } from './import-state.ts';
import { prepareFile } from './prepared-file.ts';
import type { PreparedFile } from './prepared-file.ts';
import { progressBar } from './progress-bar.ts';

interface ImportFlags extends CommonOptions {
  map?: Record<string, string>;
  matchBy?: ImportOptions['matchBy'];
  onExisting?: ImportOptions['onExisting'];
  organization?: string;
  role?: string[];
  trustEmailVerified?: true;
  skipInvalid?: true;
  replaceSource?: true;
}

const mostShown = 20;

const optionsIn = ({
  matchBy = 'email',
  onExisting,
  organization,
  role,
  trustEmailVerified,
}: ImportFlags): ImportOptions =>
  ({
    matchBy,
    ...(onExisting && { onExisting }),
    ...(organization && { organizationId: organization }),
    ...(role && { roles: role }),
    ...(trustEmailVerified && { trustEmailVerified }),
  }) as ImportOptions;

/** The properties of a user, which columns are named after. */
async function userFields(): Promise<readonly Field[]> {
  const { operations } = await areas.find(({ name }) => name === 'users')!.operations();
  return operations.find(({ operationId }) => operationId === 'userDirectoryCreate')!.body!;
}

function noteFaults(
  { terminal: { note } }: Cli,
  faults: readonly { row: number; detail: string }[],
): void {
  for (const { row, detail } of faults.slice(0, mostShown)) note(`row ${row}: ${detail}`);
  if (faults.length > mostShown) note(`… and ${faults.length - mostShown} more rows`);
}

/** Rows that are not valid end the import before anything is sent. */
function checkPrepared(
  { faults, users }: PreparedFile,
  { file, flags, cli }: { file: string; flags: ImportFlags; cli: Cli },
): void {
  noteFaults(cli, faults);
  if (faults.length > 0 && !flags.skipInvalid)
    throw usageError(
      `${faults.length} of ${faults.length + users} rows are not valid. Nothing was imported. Correct them, or leave them out with --skip-invalid.`,
    );
  if (users === 0) throw usageError(`${file} contains no users.`);
}

/** Prepares and uploads the file, unless an earlier run has. Returns the id of the upload. */
async function uploaded(
  file: string,
  sources: MigrationSourcesResource,
  { files, flags, cli }: { files: ImportFiles; flags: ImportFlags; cli: Cli },
): Promise<string> {
  const { status, note } = cli.terminal;
  status?.('Reading the file …');
  try {
    const prepared = await prepareFile(file, files.prepared, {
      map: flags.map ?? {},
      fields: await userFields(),
    });
    status?.('');
    checkPrepared(prepared, { file, flags, cli });
    status?.(`Uploading ${prepared.users} users …`);
    const id = await uploadFile(sources, `${basename(file)}.ndjson`, files, prepared);
    status?.('');
    note(`Uploaded ${prepared.users} users.`);
    return id;
  } finally {
    // It has personal data, and is not needed after the upload.
    await files.removePrepared();
  }
}

async function showEnd(
  command: Command,
  cli: Cli,
  sources: MigrationSourcesResource,
  job: ImportJob,
): Promise<void> {
  const { created, updated, skipped, failed } = job.progress;
  cli.terminal.status?.('');
  if (job.errorCount > 0) {
    const { data } = await sources.imports.errors.list(job.id, { limit: mostShown });
    for (const { row, pointer, detail } of data)
      cli.terminal.note(`row ${row}: ${pointer ? `${pointer.slice(1)}: ` : ''}${detail}`);
    if (job.errorCount > data.length)
      cli.terminal.note(
        `Show all ${job.errorCount}: tenantctl migration-sources imports errors list ${job.id} --all`,
      );
  }
  cli
    .output(command)
    .lines(job, [
      `Created ${created} users, updated ${updated}, skipped ${skipped}, failed ${failed}.`,
    ]);
  if (job.state !== 'COMPLETED')
    throw new Error(
      `The import ended with ${job.state}${job.failure ? `: ${job.failure.detail}` : ''}. Run the same command to continue it.`,
    );
  if (failed > 0) throw new Error(`${failed} users were not imported.`);
}

async function runImport(command: Command, cli: Cli, file: string): Promise<void> {
  const flags = optionsOf<ImportFlags>(command);
  const { client, api } = await cli.session(command);
  const { migrationSources } = await import('@platform/sdk/migration-sources');
  const sources = migrationSources(client);
  const options = optionsIn(flags);
  const { map, skipInvalid } = flags;
  const files = await importFiles(configFolder(cli.env), file, {
    api,
    profile: flags.profile,
    options,
    map,
    skipInvalid,
  });
  const state = await files.read();
  let { uploadId } = state;
  if (state.jobId === undefined) {
    uploadId ??= await uploaded(file, sources, { files, flags, cli });
    await configureSource(sources, uploadId, { options, replaces: flags.replaceSource ?? false });
    if (flags.dryRun) {
      const { ok, rowsRead, errors, ...report } = await tryImport(sources);
      await files.remove();
      cli
        .output(command)
        .lines({ ok, rowsRead, errors, ...report }, [
          `Read ${rowsRead} users. ${ok ? 'All of them can be imported.' : 'Not all of them can be imported:'}`,
          ...errors.map(
            ({ detail, count, rows }) =>
              `${count} × ${detail} (rows ${rows.slice(0, 10).join(', ')})`,
          ),
        ]);
      if (!ok) throw new Error('The import would fail for some users.');
      return;
    }
  } else cli.terminal.note(`Continuing the import ${state.jobId}.`);
  const started = await startJob(sources, { ...state, uploadId });
  files.write({ uploadId, jobId: started.id });
  const ended = await followJob(
    sources,
    started,
    ({ progress: { read, total, failed, etaSeconds } }) =>
      cli.terminal.status?.(progressBar({ done: read, total, failed, etaSeconds })),
  );
  if (ended.state === 'COMPLETED') await files.remove();
  await showEnd(command, cli, sources, ended);
}

function addMapping(text: string, previous: Record<string, string> = {}): Record<string, string> {
  const at = text.lastIndexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must be column=property.');
  return { ...previous, [text.slice(0, at)]: text.slice(at + 1) };
}

const importOptions = (): Option[] => [
  new Option(
    '--map <column=property>',
    'Property that a column sets; an empty one leaves it out. Can be repeated.',
  ).argParser(addMapping),
  new Option(
    '--match-by <property>',
    'Property that identifies existing users (default: email)',
  ).choices(['email', 'external_id']),
  new Option(
    '--on-existing <action>',
    'What to do with existing users: skip, update or fail (default: skip)',
  ).choices(['skip', 'update', 'fail']),
  new Option('--organization <id>', 'Make every user a member of this organization'),
  new Option('--role <key>', 'Role in the organization. Can be repeated.').argParser(
    (text: string, previous?: string[]) => [...(previous ?? []), text],
  ),
  new Option('--trust-email-verified', 'Believe the file which addresses are verified'),
  new Option('--skip-invalid', 'Leave out rows that are not valid'),
  new Option('--replace-source', 'Replace a migration source of another kind'),
];

/** `import`. */
export function importCommand(command: Command, cli: Cli): void {
  command
    .description(
      [
        'Imports users from a CSV or NDJSON file.',
        'The columns of a CSV file are named after the properties of a user: email, displayName, name.givenName, metadata.plan. Rows are checked before anything is sent. The import runs on the platform: if you interrupt the command, run it again to follow or continue it.',
      ].join('\n'),
    )
    .argument('<file>', 'CSV file with a heading, or NDJSON with a user per line');
  for (const option of importOptions()) command.addOption(option.helpGroup('Import:'));
  command.addOption(dryRunOption().helpGroup('Import:'));
  withCommonOptions(command);
  command.action((file: string) => runImport(command, cli, file));
}
