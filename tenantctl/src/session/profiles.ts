import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { writeAtomically } from '@platform/command-line/file-write';

/** A stored sign-in, without its secret. */
export interface Profile {
  /** The tenant's issuer, such as `https://acme.id.example.com`. */
  issuer: string;
  /** URL of the API. */
  api: string;
  clientId: string;
  /** A person who signed in on a device, or an application with a secret. */
  as: 'user' | 'application';
  /** Scopes to request, separated by spaces. */
  scope?: string | undefined;
  /** Where the refresh token or the client secret is. */
  secretIn: 'keychain' | 'file';
}

export interface Profiles {
  /** The profile that is used if none is named. */
  current?: string | undefined;
  profiles: Record<string, Profile>;
}

/** The folder of profiles and tokens. */
export function configFolder(env: NodeJS.ProcessEnv): string {
  const { TENANTCTL_CONFIG_DIR, XDG_CONFIG_HOME, APPDATA } = env;
  if (TENANTCTL_CONFIG_DIR) return TENANTCTL_CONFIG_DIR;
  const usual = process.platform === 'win32' && APPDATA ? APPDATA : join(homedir(), '.config');
  return join(XDG_CONFIG_HOME || usual, 'tenantctl');
}

const fileIn = (folder: string): string => join(folder, 'profiles.json');

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** The text of a file; undefined if it does not exist. */
export async function optionalText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw new Error(`Cannot read ${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** Reads all profiles. */
export async function readProfiles(folder: string): Promise<Profiles> {
  const file = fileIn(folder);
  const text = await optionalText(file);
  if (text === undefined) return { profiles: {} };
  try {
    return JSON.parse(text) as Profiles;
  } catch (error) {
    throw new Error(`${file} is damaged. Delete it and sign in again.`, { cause: error });
  }
}

/** Replaces the profiles. The change gets what is stored, which another process may have changed. */
export async function changeProfiles(
  folder: string,
  change: (profiles: Profiles) => Profiles,
): Promise<void> {
  const next = change(await readProfiles(folder));
  writeAtomically(fileIn(folder), `${JSON.stringify(next, null, 2)}\n`);
}
