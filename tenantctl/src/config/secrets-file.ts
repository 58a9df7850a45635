import { open } from 'node:fs/promises';
import type { NewSecret } from '@platform/configuration';

const quoted = (value: string): string => `'${value.replaceAll("'", String.raw`'\''`)}'`;

/** Adds secrets to a file that only its owner can read: a variable a line, as shells read them. Each is on the disk before the next change. */
export function secretsFile(file: string): (secret: NewSecret) => Promise<void> {
  return async ({ address, variable, value }) => {
    const handle = await open(file, 'a', 0o600);
    try {
      // An existing file keeps its mode.
      await handle.chmod(0o600);
      await handle.write(`# ${address}\n${variable}=${quoted(value)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
  };
}
