import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { optionalText } from '../session/profiles.ts';

const covers = new Set(['.env', '/.env', '.env*', '/.env*', '*.env']);

/** Makes Git ignore the file with the secret. Returns whether something was added. */
export async function ignoreEnv(folder: string): Promise<boolean> {
  const file = join(folder, '.gitignore');
  const text = (await optionalText(file)) ?? '';
  const patterns = text.split('\n').map((one) => one.trim());
  // The last pattern wins: `!.env` after the others includes the file again.
  const last = patterns.findLast((one) => covers.has(one.replace(/^!/, '')));
  if (last !== undefined && !last.startsWith('!')) return false;
  await appendFile(file, `${text !== '' && !text.endsWith('\n') ? '\n' : ''}.env\n`);
  return true;
}
