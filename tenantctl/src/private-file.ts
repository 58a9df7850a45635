import { open } from 'node:fs/promises';

/** Adds text to a file that only its owner can read. It is on the disk when the promise resolves. */
export async function appendPrivately(file: string, text: string): Promise<void> {
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
