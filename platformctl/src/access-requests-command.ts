import type { Command } from 'commander';
import { verifyAccessBundle } from './access-bundle.ts';
import type { Cli } from './cli.ts';
import { keySetIn } from '@platform/command-line/key-set-file';

/** `access-requests verify`. */
export function accessRequestsCommand(program: Command, { output }: Cli): void {
  program
    .command('access-requests')
    .description('Files of access requests')
    .command('verify')
    .description('Verify the file of an access request offline: its signature and every part')
    .argument('<file>', 'ZIP archive, as downloaded')
    .requiredOption(
      '--keys <file>',
      "Key set of the tenant's issuer, saved from /oauth2/document-keys",
    )
    .action(async (file: string, { keys }: { keys: string }) => {
      const { findings, subjectId, parts } = await verifyAccessBundle(file, await keySetIn(keys));
      const isValid = findings.length === 0;
      const listed = parts.map(({ peer, status }) => `${peer}: ${status}`).join(', ');
      output().lines(
        { valid: isValid, subjectId, parts, findings },
        isValid ? [`Verified the data of ${subjectId} (${listed}).`] : findings,
      );
      if (!isValid) throw new Error(`The file could not be verified: ${findings.length} findings.`);
    });
}
