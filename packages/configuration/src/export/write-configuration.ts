import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { ExportedConfiguration } from './export-configuration.ts';
import { kindOfFile } from '../files/read-configuration.ts';

/**
 * Writes an export to a folder. Files of its kinds that it does not contain are deleted, others are left alone.
 * @param folder path of the folder, which need not exist
 */
export async function writeConfiguration(
  folder: string,
  { files, kinds }: Pick<ExportedConfiguration, 'files' | 'kinds'>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const present = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of present) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join('/');
    const kind = entry.isFile() ? kindOfFile(name)?.name : undefined;
    if (kind !== undefined && kinds.includes(kind) && !(name in files)) await rm(path);
  }
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}
