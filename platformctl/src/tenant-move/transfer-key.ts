import { readFile } from 'node:fs/promises';
import { transferBox } from '@platform/data-lifecycle/tenant-move';
import type { SecretBox } from '@platform/kit/secrets';
import { usageError } from '@platform/command-line/failure';
import type { Command } from 'commander';

/** Environment variable with the transfer key. It is never an option: those are visible in the list of processes. */
export const transferKeyVariable = 'PLATFORMCTL_TRANSFER_KEY';

/** The options of {@link keyedCommand}. */
export interface KeyFlags {
  keyFile?: string;
}

/** The key of one move. */
export interface TransferKey {
  text: string;
  box: SecretBox;
}

/** Adds the option that names the file with the transfer key. */
export const keyedCommand = (command: Command): Command =>
  command.option(
    '--key-file <file>',
    `File with the transfer key: 32 bytes in base64 (default: ${transferKeyVariable})`,
  );

/** Reads the transfer key. */
export async function transferKeyOf(
  { keyFile }: KeyFlags,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<TransferKey> {
  const text = (
    keyFile ? await readFile(keyFile, 'utf8') : (environment[transferKeyVariable] ?? '')
  ).trim();
  const source = keyFile ?? transferKeyVariable;
  if (!keyFile && text === '')
    throw usageError(
      `No transfer key. Create one with \`openssl rand -base64 32 > key\`, and set --key-file or ${transferKeyVariable}.`,
    );
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text))
    throw usageError(
      `${source} does not contain a transfer key: 32 bytes in base64, as \`openssl rand -base64 32\` prints them.`,
    );
  return { text, box: transferBox(text) };
}
