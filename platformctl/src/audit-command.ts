import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { verifyAuditExport } from '@platform/kit/audit-verification';
import type { Command } from 'commander';

/** The keys of an issuer: a file, or the URL of its key set. */
async function keysFrom(source: string): Promise<{ keys: object[] }> {
  if (!/^https?:/.test(source))
    return JSON.parse(await readFile(source, 'utf8')) as { keys: object[] };
  const response = await fetch(source);
  if (!response.ok) throw new Error(`${source} answered ${response.status}`);
  return (await response.json()) as { keys: object[] };
}

/** `audit verify`. */
export function auditCommand(program: Command, print: (line: string) => void): void {
  program
    .command('audit')
    .description('exports of the audit log')
    .command('verify')
    .description('verify an export offline: its signature, files, records, chain and checkpoints')
    .argument('<manifest>', 'manifest.json; the other files of the export stand beside it')
    .requiredOption('--keys <file or url>', "key set of the tenant's issuer (/oauth2/jwks)")
    .action(async (manifest: string, { keys }: { keys: string }) => {
      const folder = dirname(manifest);
      const { findings, records, sealedSeq } = await verifyAuditExport(
        await readFile(manifest, 'utf8'),
        (name) => createReadStream(join(folder, name)),
        await keysFrom(keys),
      );
      for (const finding of findings) print(finding);
      if (findings.length > 0)
        throw new Error(`the export does not verify: ${findings.length} findings`);
      const sealed =
        sealedSeq === undefined ? 'no checkpoint in the range' : `sealed up to record ${sealedSeq}`;
      print(`${records} records verified, ${sealed}`);
    });
}
