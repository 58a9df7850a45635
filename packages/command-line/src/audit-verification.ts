import { createReadStream } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { keySetIn, textOf } from './key-set-file.ts';
import type { Output } from './output.ts';

interface Verification {
  keys: string;
  checkpoint?: string;
}

async function verify(
  manifest: string,
  { keys, checkpoint }: Verification,
  output: Output,
): Promise<void> {
  const { verifyAuditExport } = await import('@platform/audit/verification');
  const folder = dirname(manifest);
  const { findings, records, sealedSeq, removedParts } = await verifyAuditExport(
    await textOf(manifest),
    (name) => createReadStream(join(folder, name)),
    await keySetIn(keys),
    checkpoint === undefined ? undefined : (await textOf(checkpoint)).trim(),
  );
  const isValid = findings.length === 0;
  const sealed =
    sealedSeq === undefined ? 'The range has no checkpoint.' : `Sealed up to record ${sealedSeq}.`;
  const removed =
    removedParts === 0 ? [] : [`${removedParts} personal parts were erased or left out.`];
  output.lines(
    { valid: isValid, records, sealedSeq: sealedSeq ?? null, removedParts, findings },
    isValid ? [`Verified ${records} records. ${sealed}`, ...removed] : findings,
  );
  if (!isValid) throw new Error(`The export could not be verified: ${findings.length} findings.`);
}

/** Adds `verify`, which checks an export of the audit log offline. */
export const auditVerification = (parent: Command, output: () => Output): Command =>
  parent
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
    .action((manifest: string, options: Verification) => verify(manifest, options, output()));
