import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { verifyAuditExport } from '@platform/audit/verification';
import type { Command } from 'commander';
import type { Cli } from './cli.ts';
import { keySetIn, textOf } from './key-set-file.ts';

interface Verification {
  keys: string;
  checkpoint?: string;
}

/** `audit verify`. */
export function auditCommand(program: Command, { output }: Cli): void {
  program
    .command('audit')
    .description('Exports of the audit log')
    .command('verify')
    .description('Verify an export offline: its signature, files, records, chain and checkpoints')
    .argument('<manifest>', 'manifest.json, in the same folder as the other files of the export')
    .requiredOption(
      '--keys <file>',
      "Key set of the tenant's issuer, saved from /oauth2/document-keys",
    )
    .option(
      '--checkpoint <file>',
      'Checkpoint that you received earlier (`jws` of an audit.checkpointed event): the chain must contain it',
    )
    .action(async (manifest: string, { keys, checkpoint }: Verification) => {
      const folder = dirname(manifest);
      const { findings, records, sealedSeq, removedParts } = await verifyAuditExport(
        await textOf(manifest),
        (name) => createReadStream(join(folder, name)),
        await keySetIn(keys),
        checkpoint === undefined ? undefined : (await textOf(checkpoint)).trim(),
      );
      const isValid = findings.length === 0;
      const sealed =
        sealedSeq === undefined
          ? 'The range has no checkpoint.'
          : `Sealed up to record ${sealedSeq}.`;
      const removed =
        removedParts === 0 ? [] : [`${removedParts} personal parts were erased or left out.`];
      output().lines(
        { valid: isValid, records, sealedSeq: sealedSeq ?? null, removedParts, findings },
        isValid ? [`Verified ${records} records. ${sealed}`, ...removed] : findings,
      );
      if (!isValid)
        throw new Error(`The export could not be verified: ${findings.length} findings.`);
    });
}
