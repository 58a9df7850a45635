import { open } from 'node:fs/promises';
import type { NewSecret } from '@platform/configuration';
import { optionalText } from '../session/profiles.ts';

/** A file of secrets that only its owner can read. */
export interface SecretsFile {
  /** Adds a secret, as shells read variables. */
  add(secret: NewSecret): Promise<void>;
  /** Notes that a secret follows. */
  announce(address: string): Promise<void>;
  /** Resources whose secrets did not follow, because the process ended. */
  lost(): Promise<string[]>;
}

const quoted = (value: string): string => `'${value.replaceAll("'", String.raw`'\''`)}'`;

/** Adds text to a file. It is on the disk before the next change. */
async function append(file: string, text: string): Promise<void> {
  const handle = await open(file, 'a', 0o600);
  try {
    // An existing file keeps its mode.
    await handle.chmod(0o600);
    await handle.write(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const awaited = /^# (\S.*) \(awaited\)$/;
const stored = /^# (\S.*)$/;

/** The addresses that are announced, and not followed by a secret of this address. */
function lostIn(text: string): string[] {
  const lost = new Set<string>();
  for (const line of text.split('\n')) {
    const [, announced] = awaited.exec(line) ?? [];
    if (announced !== undefined) lost.add(announced);
    else lost.delete(stored.exec(line)?.[1] ?? '');
  }
  return [...lost];
}

/** Opens a {@link SecretsFile}. */
export const secretsFile = (file: string): SecretsFile => ({
  add: ({ address, variable, value }) =>
    append(file, `# ${address}\n${variable}=${quoted(value)}\n`),
  announce: (address) => append(file, `# ${address} (awaited)\n`),
  lost: async () => lostIn((await optionalText(file)) ?? ''),
});
