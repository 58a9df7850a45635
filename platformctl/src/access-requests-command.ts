import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { verifyAccessBundle } from './access-bundle.ts';

/** `access-requests verify`. */
export function accessRequestsCommand(program: Command, print: (line: string) => void): void {
  program
    .command('access-requests')
    .description('Files of access requests')
    .command('verify')
    .description('Verify the file of an access request offline: its signature and every part')
    .argument('<file>', 'ZIP archive, as it was downloaded')
    .requiredOption('--keys <file>', "Key set of the tenant's issuer, saved from /oauth2/jwks")
    .action(async (file: string, { keys }: { keys: string }) => {
      const { findings, subjectId, parts } = await verifyAccessBundle(
        file,
        JSON.parse(await readFile(keys, 'utf8')) as Parameters<typeof verifyAccessBundle>[1],
      );
      for (const finding of findings) print(finding);
      if (findings.length > 0)
        throw new Error(`The file does not verify: ${findings.length} findings.`);
      const listed = parts.map(({ peer, status }) => `${peer}: ${status}`).join(', ');
      print(`the data of ${subjectId} verified (${listed})`);
    });
}
