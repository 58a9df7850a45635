import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { measured } from './measured.ts';
import { checkKey, checkPrefix } from './object-key.ts';
import { storeUnavailable } from './object-store.ts';
import type { ObjectInfo, ObjectStore } from './object-store.ts';

const uploads = '.uploads';
const staleMs = 24 * 3_600_000;
const folderMode = 0o700;
const fileMode = 0o600;

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;
const isMissing = (error: unknown): boolean => /^(ENOENT|ENOTDIR)$/.test(String(codeOf(error)));

/** Returns undefined if the file is missing; throws 503 for any other error of the file system. */
async function orMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw storeUnavailable(error);
  }
}

/** A rename is durable only once its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function writeSynced(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', fileMode);
  try {
    for await (const chunk of content) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Empty folders are deleted, so a folder may disappear between its creation and its use. */
async function moveInto(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await mkdir(dirname(to), { recursive: true, mode: folderMode });
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (!isMissing(error) || attempt === 5) throw error;
    }
  }
}

async function removeEmptyFolders(folder: string, base: string): Promise<void> {
  for (let at = folder; at.startsWith(base + sep); at = dirname(at)) {
    try {
      await rmdir(at);
    } catch {
      return;
    }
  }
}

/** Deletes files left by writers that crashed. */
async function removeStale(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await orMissing(stat(path));
    if (found && now - found.mtimeMs > staleMs) await rm(path, { force: true });
  }
}

/** Sorts keys and entries as S3 does, by whole keys: `a-b` before `a/b`. */
const sortName = (name: string, isFolder: boolean): string => (isFolder ? `${name}/` : name);

/**
 * Stores objects as files below a folder: written to a temporary file, synced, and renamed into
 * place.
 */
export function localObjects(baseDir: string, now: () => number = () => Date.now()): ObjectStore {
  const pathOf = (key: string): string => {
    checkKey(key);
    return join(baseDir, ...key.split('/'));
  };
  let prepared: Promise<void> | undefined;
  const prepare = async (): Promise<void> => {
    await mkdir(join(baseDir, uploads), { recursive: true, mode: folderMode });
    await removeStale(join(baseDir, uploads), now());
  };

  async function head(key: string): Promise<ObjectInfo | undefined> {
    const found = await orMissing(stat(pathOf(key)));
    return found?.isFile() ? { key, size: found.size, modifiedAt: found.mtime } : undefined;
  }

  async function* walk(folder: string, prefix: string): AsyncGenerator<ObjectInfo> {
    const path = join(baseDir, folder);
    const entries = (await orMissing(readdir(path, { withFileTypes: true }))) ?? [];
    const named = entries
      .filter(({ name }) => !name.startsWith('.'))
      .map((entry) => sortName(entry.name, entry.isDirectory()))
      .sort();
    for (const name of named) {
      const key = `${folder}${name}`;
      if (name.endsWith('/')) {
        if (key.startsWith(prefix) || prefix.startsWith(key)) yield* walk(key, prefix);
      } else if (key.startsWith(prefix)) {
        const info = await head(key);
        if (info) yield info;
      }
    }
  }

  return {
    location: pathToFileURL(baseDir).href,
    head,
    async put(key, content, options) {
      const path = pathOf(key);
      const temporary = join(baseDir, uploads, randomUUID());
      const passing = measured(content, options);
      try {
        await (prepared ??= prepare());
        await writeSynced(temporary, passing.content);
        await moveInto(temporary, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined);
        prepared = undefined;
        passing.throwIfFailed();
        throw storeUnavailable(error);
      }
      return passing.result();
    },
    async get(key, range) {
      const info = await head(key);
      if (!info) return undefined;
      const size = range ? range.end - range.start + 1 : info.size;
      return { size, body: createReadStream(pathOf(key), range) };
    },
    async delete(key) {
      const path = pathOf(key);
      await orMissing(unlink(path));
      await removeEmptyFolders(dirname(path), baseDir);
    },
    async *list(prefix) {
      checkPrefix(prefix);
      yield* walk('', prefix);
    },
  };
}
