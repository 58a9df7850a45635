import { promisify } from 'node:util';
import { open } from 'yauzl';
import type { Entry, Options, ZipFile } from 'yauzl';

/** A ZIP archive on disk. */
export interface Archive {
  names: readonly string[];
  /** @throws Error if there is no such entry */
  read(name: string): Promise<AsyncIterable<Uint8Array>>;
  close(): void;
}

const openFile = promisify<string, Options, ZipFile>(open);

/** Reads the directory of an archive. @throws Error if the file is not an archive */
export async function openArchive(path: string): Promise<Archive> {
  const file = await openFile(path, { lazyEntries: true, autoClose: false });
  const entries = new Map<string, Entry>();
  await new Promise<void>((resolve, reject) => {
    file.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry);
      file.readEntry();
    });
    file.on('end', resolve);
    file.on('error', reject);
    file.readEntry();
  });
  const stream = promisify(file.openReadStream.bind(file) as never) as (
    entry: Entry,
  ) => Promise<AsyncIterable<Uint8Array>>;
  return {
    names: [...entries.keys()],
    async read(name) {
      const entry = entries.get(name);
      if (!entry) throw new Error(`the file contains no ${name}`);
      return stream(entry);
    },
    close: () => file.close(),
  };
}
