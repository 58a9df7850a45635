import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { writeAtomically } from '@platform/command-line/file-write';
import { optionalText } from '../session/profiles.ts';

/** How far the import of a file has come, so that the same command continues after it was interrupted. */
export interface ImportState {
  uploadId?: string | undefined;
  jobId?: string | undefined;
}

export interface ImportFiles {
  /** The users as NDJSON, for the upload. */
  prepared: string;
  removePrepared(): Promise<void>;
  read(): Promise<ImportState>;
  write(state: ImportState): void;
  remove(): Promise<void>;
}

/** The files of an import: one set for each content, tenant and way to import it. */
export async function importFiles(
  folder: string,
  file: string,
  purpose: object,
): Promise<ImportFiles> {
  const hash = createHash('sha256').update(JSON.stringify(purpose));
  await pipeline(createReadStream(file), hash);
  const base = join(folder, 'imports', hash.digest('hex').slice(0, 24));
  await mkdir(join(folder, 'imports'), { recursive: true, mode: 0o700 });
  const [prepared, state] = [`${base}.ndjson`, `${base}.json`];
  return {
    prepared,
    read: async () => JSON.parse((await optionalText(state)) ?? '{}') as ImportState,
    write: (next) => writeAtomically(state, JSON.stringify(next)),
    removePrepared: () => rm(prepared, { force: true }),
    remove: () => rm(state, { force: true }),
  };
}
