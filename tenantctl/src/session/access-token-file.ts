import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '@platform/command-line/file-write';
import { optionalText } from './profiles.ts';

/** An access token that several processes use until it expires. */
export interface StoredToken {
  accessToken: string;
  /** Milliseconds since the epoch. */
  expiresAt: number;
}

const fileOf = (folder: string, profile: string): string =>
  join(folder, 'tokens', `${profile}.json`);

/** Tokens that expire sooner are not used. */
const marginMs = 10_000;

/** The token of a profile, if it is still valid. */
export async function storedToken(
  folder: string,
  profile: string,
): Promise<StoredToken | undefined> {
  const text = await optionalText(fileOf(folder, profile));
  if (text === undefined) return undefined;
  try {
    const token = JSON.parse(text) as StoredToken;
    return token.expiresAt - marginMs > Date.now() ? token : undefined;
  } catch {
    return undefined;
  }
}

export function storeToken(folder: string, profile: string, token: StoredToken): void {
  writeAtomically(fileOf(folder, profile), JSON.stringify(token), 0o600);
}

export const removeToken = (folder: string, profile: string): Promise<void> =>
  rm(fileOf(folder, profile), { force: true });
