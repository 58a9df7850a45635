import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AuditExport, AuditExportsResource } from '@platform/sdk';
import { Option } from 'commander';
import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { optionsOf, withCommonOptions } from '../common-options.ts';
import type { CommonOptions } from '../common-options.ts';
import { transport } from '../session/transport.ts';
import { untilDone } from '../until-done.ts';

interface ExportOptions extends CommonOptions {
  from: string;
  until?: string;
  format?: 'ndjson' | 'csv';
  to: string;
}

const hasEnded = ({ state }: AuditExport): boolean => !['PENDING', 'RUNNING'].includes(state);

/** Part 0 is the manifest, which the others are verified with. */
const filesOf = ({ parts }: AuditExport) => [
  { part: 0, name: 'manifest.json' },
  ...parts.map(({ part, name }) => ({ part, name })),
];

async function download(
  exports: AuditExportsResource,
  made: AuditExport,
  folder: string,
  cli: Cli,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const { part, name } of filesOf(made)) {
    cli.terminal.status?.(`Downloading ${name} …`);
    const { body } = await exports.download(made.id, { part });
    if (body)
      await pipeline(
        Readable.fromWeb(body as never),
        createWriteStream(join(folder, name), { mode: 0o600 }),
      );
  }
}

/** The keys that verify the manifest, so that the folder can be verified on another machine. */
async function saveKeys(issuer: string, folder: string): Promise<void> {
  const response = await transport(`${issuer}/oauth2/document-keys`, {});
  if (!response.ok || !response.body)
    throw new Error(`${issuer} returned no keys (status ${response.status}).`);
  await pipeline(
    Readable.fromWeb(response.body as never),
    createWriteStream(join(folder, 'keys.json')),
  );
}

async function exportAuditLog(command: Command, cli: Cli): Promise<void> {
  const {
    from,
    until = new Date().toISOString(),
    format,
    to: folder,
  } = optionsOf<ExportOptions>(command);
  const { client, profile } = await cli.session(command);
  const { auditExports } = await import('@platform/sdk/audit-exports');
  const exports = auditExports(client);
  const started = await exports.create({ from, to: until, ...(format && { format }) });
  const { status } = cli.terminal;
  const made = await untilDone(
    started,
    hasEnded,
    () => exports.get(started.id),
    ({ progress }) => status?.(`Exporting: ${progress.records} records …`),
  );
  if (made.state !== 'COMPLETED')
    throw new Error(
      `The export ${made.id} ended with ${made.state}${made.error ? `: ${made.error.detail}` : ''}.`,
    );
  await download(exports, made, folder, cli);
  if (profile) await saveKeys(profile.issuer, folder);
  status?.('');
  cli
    .output(command)
    .lines(made, [
      `Exported ${made.progress.records} records to ${folder}.`,
      ...(profile
        ? [
            `Verify them: tenantctl audit verify ${join(folder, 'manifest.json')} --keys ${join(folder, 'keys.json')}`,
          ]
        : []),
    ]);
}

/** `audit export`. */
export function exportCommand(audit: Command, cli: Cli): void {
  const command = audit
    .command('export')
    .summary('Exports the audit log to a folder')
    .description(
      'Exports the audit log to a folder, with its signed manifest and the keys that verify it.',
    )
    .addOption(
      new Option('--from <time>', 'First time, such as 2026-11-01T00:00:00Z').makeOptionMandatory(),
    )
    .addOption(new Option('--until <time>', 'Time after the last record (default: now)'))
    .addOption(
      new Option('--format <format>', 'ndjson or csv (default: ndjson)').choices(['ndjson', 'csv']),
    )
    .addOption(new Option('--to <folder>', 'Folder to write').makeOptionMandatory());
  withCommonOptions(command);
  command.action(() => exportAuditLog(command, cli));
}
