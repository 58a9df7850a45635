import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startChild } from './child.ts';
import type { Child } from './child.ts';
import { containerEngine, startNatsContainer } from './containers.ts';
import { claimFolder } from './folder-claim.ts';
import { findNats } from './nats-binary.ts';
import { LOOPBACK, accepts, assertPortFree } from './ports.ts';

export interface NatsOptions {
  /** The directory of JetStream's streams; kept between starts. */
  storeDir: string;
  /** Default: any free port. */
  port?: number;
  log?: (line: string) => void;
  /** Further settings in NATS's own format; only the embedded server reads it. */
  configFile?: string;
  /** Temporary folder to remove with the server. */
  folder?: string;
  env?: NodeJS.ProcessEnv;
}

export interface Nats {
  url: string;
  port: number;
  /** Absent if the server is not a child process. */
  pid?: number;
  /** Resolves when the server has exited for any reason. */
  exited?: Promise<unknown>;
  stop(): Promise<void>;
}

const START_MS = 30_000;

// Reads the port that the server chose from its file: unlike a port chosen beforehand, no other process can take it in between.
const portFrom = (file: string): number | undefined => {
  try {
    const { nats } = JSON.parse(readFileSync(file, 'utf8')) as { nats?: string[] };
    return nats?.[0] ? Number(new URL(nats[0]).port) : undefined;
  } catch {
    return undefined;
  }
};

const readyPort = async (child: Child, portsFile: string): Promise<number | undefined> => {
  let ended = false;
  void child.exited.then(() => {
    ended = true;
  });
  for (const deadline = Date.now() + START_MS; !ended && Date.now() < deadline; await pause(10)) {
    const port = portFrom(portsFile);
    if (port && (await accepts(port))) return port;
  }
  return undefined;
};

const explain = (output: string, storeDir: string): string => {
  if (/no space left/i.test(output))
    return `The disk of ${storeDir} is full. Free some space and start again.`;
  if (/permission denied|read-only file system/i.test(output))
    return `NATS has no permission to write to ${storeDir}. Check its owner, or choose another folder with --data DIR.`;
  return `NATS did not start in ${storeDir}.`;
};

const startEmbedded = async ({
  storeDir,
  port,
  log = () => {},
  configFile,
  folder,
}: NatsOptions): Promise<Nats> => {
  const binary = await findNats();
  if (port) await assertPortFree(port, 'NATS');
  mkdirSync(storeDir, { recursive: true });
  const claim = await claimFolder(storeDir, 'SIGTERM');
  try {
    const child = await startChild(
      binary,
      [
        '-a',
        LOOPBACK,
        '-p',
        String(port || -1),
        '-js',
        '-sd',
        storeDir,
        '--ports_file_dir',
        storeDir,
        ...(configFile ? ['-c', configFile] : []),
      ],
      { signal: 'SIGTERM', graceMs: 10_000, onLine: log, onSpawn: claim.serve, folder },
    );
    const portsFile = join(storeDir, `${basename(binary)}_${child.pid}.ports`);
    const chosen = await readyPort(child, portsFile);
    if (!chosen) {
      await child.stop();
      throw new Error(`${explain(child.tail(), storeDir)}\n${child.tail()}`);
    }
    const stop = async (): Promise<void> => {
      await child.stop();
      claim.release();
      if (existsSync(portsFile)) rmSync(portsFile);
    };
    return {
      url: `nats://${LOOPBACK}:${chosen}`,
      port: chosen,
      pid: child.pid,
      exited: child.exited,
      stop,
    };
  } catch (error) {
    claim.release();
    throw error;
  }
};

/**
 * Starts a NATS server with JetStream: the one or the cluster in `NATS_URL`, or a container if `TEST_INFRA=containers` and an engine responds, or
 * a child process in `storeDir`.
 */
export const startNats = async (options: NatsOptions): Promise<Nats> => {
  const { env = process.env, log = () => {} } = options;
  if (env.NATS_URL)
    return {
      url: env.NATS_URL,
      port: Number(new URL(env.NATS_URL.split(',')[0] as string).port || 4222),
      stop: async () => {},
    };
  if (await containerEngine(env, log)) return startNatsContainer(env);
  return startEmbedded(options);
};
