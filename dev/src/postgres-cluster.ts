import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { mayEnter } from './postgres-account.ts';
import type { Account } from './postgres-account.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

const SUPERUSER = 'postgres';

export interface DataCluster {
  folder: string;
  user: string;
  password: string;
}

// The account cannot enter root's folders; the data is then in /var/tmp, behind a link.
const enterable = (dataDir: string, account: Account | undefined): string => {
  if (!account || mayEnter(account, dataDir)) return dataDir;
  const link = join(dataDir, 'elsewhere');
  const folder = join(
    '/var/tmp',
    `platform-data-${createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 16)}`,
  );
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  if (lstatSync(folder).uid !== process.getuid?.())
    throw new Error(
      `${folder} belongs to another user. Remove it, or choose another folder with --data DIR.`,
    );
  if (!existsSync(link)) symlinkSync(folder, link);
  return folder;
};

/** Removes a data folder, and the folder behind its link. */
export const removePostgresData = (dataDir: string): void => {
  const link = join(dataDir, 'elsewhere');
  if (existsSync(link)) rmSync(realpathSync(link), { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
};

const passwordIn = (dataDir: string): string => {
  const file = join(dataDir, 'password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8');
};

/** Explains an error of PostgreSQL, and how to fix it. */
export const explain = (output: string, dataDir: string): string => {
  if (/No space left on device/i.test(output))
    return `The disk of ${dataDir} is full. Free some space and start again.`;
  if (/could not write|Read-only file system/i.test(output))
    return `${dataDir} is not writable. Choose another folder with --data DIR.`;
  if (/Permission denied/i.test(output))
    return `PostgreSQL has no permission to read or write ${dataDir}. Check its owner, or choose another folder with --data DIR.`;
  if (
    /invalid primary checkpoint|could not locate a valid checkpoint|invalid page|is not a valid/i.test(
      output,
    )
  ) {
    return `The data in ${dataDir} is corrupt. \`npm start -- --fresh\` deletes it and starts over.`;
  }
  return `PostgreSQL did not start in ${dataDir}.`;
};

const localeFlags = (major: number): string[] =>
  major >= 17
    ? ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    : ['--locale=C.UTF-8'];

const initialise = async (
  binaries: PostgresBinaries,
  folder: string,
  password: string,
  account: Account | undefined,
  sync: boolean,
): Promise<void> => {
  const draft = `${folder}.new`;
  const passwordFile = `${folder}.password`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) for (const path of [draft, passwordFile]) chownSync(path, account.uid, account.gid);
  try {
    await promisify(execFile)(
      join(binaries.folder, 'initdb'),
      [
        '-D',
        draft,
        '-U',
        SUPERUSER,
        '-A',
        'scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--encoding=UTF8',
        ...localeFlags(binaries.major),
        '--no-instructions',
        ...(sync ? [] : ['--no-sync']),
      ],
      {
        ...(account && { uid: account.uid, gid: account.gid }),
        cwd: dirname(folder),
        env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      },
    );
  } catch (error) {
    const output = String((error as { stderr?: string }).stderr ?? error);
    throw new Error(`${explain(output, folder)}\n${output}`, { cause: error });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  // Renamed when complete: an interrupted setup starts over, it never continues.
  renameSync(draft, folder);
};

/** Opens the data cluster in the folder, or creates it. */
export const openCluster = async ({
  dataDir,
  binaries,
  account,
  durable,
}: {
  dataDir: string;
  binaries: PostgresBinaries;
  account: Account | undefined;
  durable: boolean;
}): Promise<DataCluster> => {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  const password = passwordIn(dataDir);
  const folder = join(enterable(dataDir, account), 'data');
  const versionFile = join(folder, 'PG_VERSION');
  if (!existsSync(versionFile)) await initialise(binaries, folder, password, account, durable);
  const made = Number.parseInt(readFileSync(versionFile, 'utf8'), 10);
  if (made !== binaries.major) {
    throw new Error(
      `The data in ${dataDir} was created by PostgreSQL ${made}, but this is PostgreSQL ${binaries.major}. \`npm start -- --fresh\` deletes it and starts over; --data DIR uses another folder.`,
    );
  }
  return { folder, user: SUPERUSER, password };
};
