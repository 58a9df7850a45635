import { readFile } from 'node:fs/promises';
import type { documentVerifier } from '@platform/audit/verification';

type KeySet = Parameters<typeof documentVerifier>[0];

/** Reads a file named by a command. */
export async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new Error(`Cannot read ${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** Reads the JSON Web Key Set named by `--keys`. */
export async function keySetIn(file: string): Promise<KeySet> {
  const text = await textOf(file);
  try {
    return JSON.parse(text) as KeySet;
  } catch (error) {
    throw new Error(`${file} (--keys) is not a JSON Web Key Set.`, { cause: error });
  }
}
