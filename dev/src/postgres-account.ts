import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** PostgreSQL refuses to run as root, so it runs as `postgres` or, if there is no such account, as `nobody`. */
export const postgresAccount = (): Account | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const found = accounts.find((fields) => fields[0] === name);
    if (found) return { name, uid: Number(found[2]), gid: Number(found[3]) };
  }
  throw new Error(
    'PostgreSQL cannot run as root, and there is no account `postgres` or `nobody` to run it as. Start as an ordinary user, or set DATABASE_URL to your own server.',
  );
};

/** Whether the account can enter every folder of the path. */
export const mayEnter = (account: Account, path: string): boolean => {
  const folder = resolve(path);
  const { mode, uid, gid } = statSync(folder);
  const execute = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
  if ((mode & execute) === 0) return false;
  return dirname(folder) === folder || mayEnter(account, dirname(folder));
};
