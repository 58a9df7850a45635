import type { NewSecret } from '@platform/configuration';
import { appendPrivately } from '../private-file.ts';
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
    appendPrivately(file, `# ${address}\n${variable}=${quoted(value)}\n`),
  announce: (address) => appendPrivately(file, `# ${address} (awaited)\n`),
  lost: async () => lostIn((await optionalText(file)) ?? ''),
});
