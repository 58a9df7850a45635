import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { ExportedConfiguration } from './export-configuration.ts';
import { isConfigurationFile } from '../files/read-configuration.ts';

/**
 * Writes an export to a folder. Files of configuration that it does not contain are deleted, others are left alone.
 * @param folder path of the folder, which need not exist
 */
export async function writeConfiguration(
  folder: string,
  { files }: Pick<ExportedConfiguration, 'files'>,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const present = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of present) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join('/');
    if (entry.isFile() && isConfigurationFile(name) && !(name in files)) await rm(path);
  }
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}
