import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { identityOf } from './process-identity.ts';

interface Named {
  pid: number;
  identity: string | undefined;
}

interface Claim {
  owner: Named;
  child?: Named;
}

const named = (pid: number): Named => ({ pid, identity: identityOf(pid) });

const lives = (who: Named | undefined): who is Named =>
  who?.identity !== undefined && identityOf(who.pid) === who.identity;

const read = (file: string): Claim | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Claim;
  } catch {
    return undefined;
  }
};

const stopOrphan = async (orphan: Named, signal: NodeJS.Signals): Promise<void> => {
  for (const [attempt, milliseconds] of [
    [signal, 10_000],
    ['SIGKILL', 5_000],
  ] as const) {
    process.kill(orphan.pid, attempt);
    for (let waited = 0; waited < milliseconds; waited += 50) {
      if (!lives(orphan)) return;
      await pause(50);
    }
  }
};

export interface FolderClaim {
  /** Records the server that now runs in the folder. */
  serve(pid: number): void;
  release(): void;
}

/**
 * Claims a data folder for one server. Fails if a living process has it; a server whose owner died without stopping it is stopped
 * first, with `signal`.
 */
export const claimFolder = async (folder: string, signal: NodeJS.Signals): Promise<FolderClaim> => {
  const file = join(folder, 'claim.json');
  mkdirSync(folder, { recursive: true });
  const before = read(file);
  if (lives(before?.owner) && (before.owner.pid !== process.pid || lives(before.child))) {
    throw new Error(
      `The data folder ${folder} is in use by process ${before.owner.pid}. Stop that process, or use another folder: npm start -- --data DIR --port-offset 200`,
    );
  }
  if (lives(before?.child)) await stopOrphan(before.child, signal);
  const owner = named(process.pid);
  const write = (claim: Claim): void => writeFileSync(file, JSON.stringify(claim));
  write({ owner });
  return {
    serve: (pid) => write({ owner, child: named(pid) }),
    release: () => rmSync(file, { force: true }),
  };
};
