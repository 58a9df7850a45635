import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { verifyAuditExport } from '@platform/kit/audit-verification';
import type { Command } from 'commander';

/** `audit verify`. */
export function auditCommand(program: Command, print: (line: string) => void): void {
  program
    .command('audit')
    .description('exports of the audit log')
    .command('verify')
    .description('verify an export offline: its signature, files, records, chain and checkpoints')
    .argument('<manifest>', 'manifest.json; the other files of the export stand beside it')
    .requiredOption('--keys <file>', "key set of the tenant's issuer, saved from /oauth2/jwks")
    .action(async (manifest: string, { keys }: { keys: string }) => {
      const folder = dirname(manifest);
      const { findings, records, sealedSeq } = await verifyAuditExport(
        await readFile(manifest, 'utf8'),
        (name) => createReadStream(join(folder, name)),
        JSON.parse(await readFile(keys, 'utf8')) as Parameters<typeof verifyAuditExport>[2],
      );
      for (const finding of findings) print(finding);
      if (findings.length > 0)
        throw new Error(`the export does not verify: ${findings.length} findings`);
      const sealed =
        sealedSeq === undefined ? 'no checkpoint in the range' : `sealed up to record ${sealedSeq}`;
      print(`${records} records verified, ${sealed}`);
    });
}
