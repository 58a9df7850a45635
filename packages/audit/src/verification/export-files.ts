import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Opens a file of an export by its name. */
export type OpenFile = (name: string) => AsyncIterable<Uint8Array>;

/** A file as the manifest lists it. */
export interface ListedFile {
  name: string;
  bytes: number;
  sha256: string;
}

/**
 * The lines of a file, decompressed by its name. Tells, once the file was read to its end, whether it is the one that the
 * manifest lists.
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
    // readline ends without a word when its input fails.
    text.on('error', (error: Error) => (failure = error));
    yield* createInterface({ input: text, crlfDelay: Infinity });
    if (failure) throw failure;
  }
  return { lines: lines(), isListed: () => size === bytes && digest === sha256 };
}
