import { join } from 'node:path';
import { appendPrivately } from '../private-file.ts';
import { optionalText } from '../session/profiles.ts';

/** The file with the variables of a project. */
const envFileOf = (folder: string): string => join(folder, '.env');

const line = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/;
const unquoted = (value: string): string => value.replace(/^(["'])(.*)\1$/, '$2');

/** The variables of a project. */
export async function readEnv(folder: string): Promise<Map<string, string>> {
  const text = (await optionalText(envFileOf(folder))) ?? '';
  return new Map(
    text.split('\n').flatMap((one): [string, string][] => {
      const [, name, value = ''] = line.exec(one) ?? [];
      return name === undefined ? [] : [[name, unquoted(value)]];
    }),
  );
}

/** Adds those variables that the file does not have. Returns their names. */
export async function addToEnv(
  folder: string,
  variables: Readonly<Record<string, string>>,
): Promise<string[]> {
  const present = await readEnv(folder);
  const added = Object.entries(variables).filter(([name]) => !present.get(name));
  const lines = added.map(([name, value]) => `${name}=${value}\n`).join('');
  await addLines(envFileOf(folder), lines);
  return added.map(([name]) => name);
}

/** Adds lines to a file that only its owner can read. Also without lines, it gets its mode. */
async function addLines(file: string, lines: string): Promise<void> {
  const text = (await optionalText(file)) ?? '';
  const isOpen = text !== '' && !text.endsWith('\n');
  await appendPrivately(file, isOpen && lines ? `\n${lines}` : lines);
}
