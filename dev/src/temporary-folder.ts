import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mayEnter, postgresAccount } from './postgres-account.ts';
import { guard } from './reaper.ts';

export interface TemporaryFolder {
  path: string;
  remove(): void;
}

/** A folder that is removed when this process ends, if not before, and that PostgreSQL's account can enter. */
export const temporaryFolder = (prefix = 'platform-'): TemporaryFolder => {
  const account = postgresAccount();
  const parent = !account || mayEnter(account, tmpdir()) ? tmpdir() : '/var/tmp';
  const path = mkdtempSync(join(parent, prefix));
  if (account) chmodSync(path, 0o711);
  const release = guard({ folder: path });
  return {
    path,
    remove: () => {
      rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
      release();
    },
  };
};
