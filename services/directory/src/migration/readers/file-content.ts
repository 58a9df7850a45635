import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { ObjectStores } from '@platform/kit/objects';
import { PermanentJobError } from '@platform/kit/jobs';

export interface SourceFile {
  /** Packed bytes; null if unknown in advance. */
  sizeBytes: number | null;
  /**
   * Its packed bytes from an offset. Only files of the object store can be opened past their
   * beginning.
   */
  open(from: number): Promise<AsyncIterable<Uint8Array>>;
}

/** Unpacked content from an offset, and how many packed bytes were read for it. */
export interface FileContent {
  chunks: AsyncIterable<Buffer>;
  packedBytes(): number;
}

const maxUnpackedBytes = 20 * 1024 ** 3;
const isGzip = (chunk: Uint8Array): boolean => chunk[0] === 0x1f && chunk[1] === 0x8b;

export const storedFile = (
  stores: Pick<ObjectStores, 'at'>,
  { location, key, sizeBytes }: { location: string; key: string; sizeBytes: number },
): SourceFile => ({
  sizeBytes,
  async open(from) {
    if (from >= sizeBytes) return Readable.from([]);
    const found = await stores.at(location).get(key, { start: from, end: sizeBytes - 1 });
    if (!found)
      throw new PermanentJobError(
        'file_not_found',
        'The file of the source has expired. Upload it again and start another import.',
      );
    return found.body;
  },
});

/**
 * The first bytes of a file: at least two, if it has them, since a chunk may be shorter than the
 * magic number.
 */
async function firstOf(file: SourceFile): Promise<Uint8Array> {
  let first: Uint8Array = new Uint8Array();
  for await (const chunk of await file.open(0)) {
    first = Buffer.concat([first, chunk]);
    if (first.length > 1) break;
  }
  return first;
}

async function* counted(body: AsyncIterable<Uint8Array>, add: (bytes: number) => void) {
  for await (const chunk of body) {
    add(chunk.length);
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
  }
}

/** Skips the first bytes, and fails for a file that unpacks to more than the limit. */
async function* skipping(body: AsyncIterable<Buffer>, offset: number): AsyncGenerator<Buffer> {
  let read = 0;
  for await (const chunk of body) {
    const before = read;
    read += chunk.length;
    if (read > maxUnpackedBytes)
      throw new PermanentJobError('file_too_large', 'The decompressed file is larger than 20 GiB.');
    if (read > offset) yield before >= offset ? chunk : chunk.subarray(offset - before);
  }
}

async function* unpacked(body: AsyncIterable<Buffer>, signal: AbortSignal) {
  const gunzip = createGunzip();
  const source = Readable.from(body);
  // Errors on either side surface where the unpacked side is read.
  source.on('error', (error) => gunzip.destroy(error));
  signal.addEventListener('abort', () => gunzip.destroy(), { once: true });
  source.pipe(gunzip);
  try {
    yield* gunzip as AsyncIterable<Buffer>;
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('Z_'))
      throw new PermanentJobError('file_malformed', 'The file is not valid gzip.');
    throw error;
  } finally {
    source.destroy();
  }
}

/**
 * Opens a file at an offset of its unpacked content. A packed file is unpacked from its beginning.
 * The first bytes decide whether it is packed, since names and types are unreliable.
 */
export async function openFileContent(
  file: SourceFile,
  offset: number,
  signal: AbortSignal,
): Promise<FileContent> {
  let packed = 0;
  const add = (bytes: number): void => void (packed += bytes);
  const body = await openOnce(file, offset);
  const chunks = counted(body.chunks, add);
  if (body.isPacked)
    return { chunks: skipping(unpacked(chunks, signal), offset), packedBytes: () => packed };
  return {
    chunks: skipping(chunks, body.isAtOffset ? 0 : offset),
    packedBytes: () => (body.isAtOffset ? offset : 0) + packed,
  };
}

interface OpenedBody {
  isPacked: boolean;
  isAtOffset: boolean;
  chunks: AsyncIterable<Uint8Array>;
}

async function openOnce(file: SourceFile, offset: number): Promise<OpenedBody> {
  if (offset > 0) {
    const isPacked = isGzip(await firstOf(file));
    return { isPacked, isAtOffset: !isPacked, chunks: await file.open(isPacked ? 0 : offset) };
  }
  const body = (await file.open(0))[Symbol.asyncIterator]();
  let head = await body.next();
  while (!head.done && head.value.length < 2) {
    const more = await body.next();
    if (more.done) break;
    head = { done: false, value: Buffer.concat([head.value, more.value]) };
  }
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for (let one = head; !one.done; one = await body.next()) yield one.value;
    } finally {
      await body.return?.();
    }
  }
  return { isPacked: !head.done && isGzip(head.value), isAtOffset: true, chunks: chunks() };
}
