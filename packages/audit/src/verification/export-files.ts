import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Opens a file of an export by name. */
export type OpenFile = (name: string) => AsyncIterable<Uint8Array>;

/** A file listed in the manifest. */
export interface ListedFile {
  name: string;
  bytes: number;
  sha256: string;
}

/**
 * Reads the lines of a file, decompressed according to its name. Once the file has been read to its
 * end, reports whether it matches the manifest.
 */
export function readLines(
  open: OpenFile,
  { name, bytes, sha256 }: ListedFile,
): { lines: AsyncIterable<string>; isListed: () => boolean } {
  const hash = createHash('sha256');
  let size = 0;
  let digest = '';

  async function* measured(): AsyncGenerator<Uint8Array> {
    for await (const chunk of open(name)) {
      size += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
    digest = hash.digest('hex');
  }

  async function* lines(): AsyncGenerator<string> {
    const raw = Readable.from(measured(), { objectMode: false });
    const text = name.endsWith('.gz') ? pipeline(raw, createGunzip(), () => undefined) : raw;
    let failure: Error | undefined;
    // readline ends silently when its input fails.
    text.on('error', (error: Error) => (failure = error));
    yield* createInterface({ input: text, crlfDelay: Infinity });
    if (failure) throw failure;
  }
  return { lines: lines(), isListed: () => size === bytes && digest === sha256 };
}
