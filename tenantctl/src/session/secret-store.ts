import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomically } from '@platform/command-line/file-write';
import type { AsyncEntry } from '@napi-rs/keyring';
import { optionalText } from './profiles.ts';
import type { Profile } from './profiles.ts';

/** Keeps the secret of each profile. */
export interface SecretStore {
  read(profile: string): Promise<string | undefined>;
  write(profile: string, secret: string): Promise<void>;
  remove(profile: string): Promise<void>;
}

const service = 'tenantctl';

/** The keychain of the system: that of macOS, Windows, or the Secret Service of a Linux desktop. */
const keychain = (): SecretStore => {
  const entry = async (profile: string): Promise<AsyncEntry> => {
    // A native module, which not every system has.
    const { AsyncEntry: Entry } = await import('@napi-rs/keyring');
    return new Entry(service, profile);
  };
  return {
    read: async (profile) => (await (await entry(profile)).getPassword()) ?? undefined,
    write: async (profile, secret) => (await entry(profile)).setPassword(secret),
    remove: async (profile) => void (await (await entry(profile)).deletePassword()),
  };
};

export const secretFile = (folder: string, profile: string): string =>
  join(folder, 'secrets', profile);

/** Files that only their owner can read. */
const files = (folder: string): SecretStore => ({
  read: (profile) => optionalText(secretFile(folder, profile)),
  write: async (profile, secret) => writeAtomically(secretFile(folder, profile), secret, 0o600),
  remove: (profile) => rm(secretFile(folder, profile), { force: true }),
});

/** The store of a profile's secret. */
export const secretStore = (
  folder: string,
  { secretIn }: Pick<Profile, 'secretIn'>,
): SecretStore => (secretIn === 'keychain' ? keychain() : files(folder));

const probe = 'probe';

/** Where a new secret can be stored: a keychain that works, unless `TENANTCTL_KEYCHAIN` is `off`. */
export async function chooseStore(env: NodeJS.ProcessEnv): Promise<Profile['secretIn']> {
  if (env['TENANTCTL_KEYCHAIN'] === 'off') return 'file';
  const store = keychain();
  try {
    await store.write(probe, probe);
    const isKept = (await store.read(probe)) === probe;
    await store.remove(probe);
    return isKept ? 'keychain' : 'file';
  } catch {
    return 'file';
  }
}
