import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild } from '@platform/dev/child';
import { temporaryFolder } from '@platform/dev/temporary-folder';

/** A server shared by a run, and its address for test files. */
export interface SharedServer {
  value: string;
  stop(): Promise<void>;
}

const script = fileURLToPath(new URL('../bin/shared-platform.js', import.meta.url));
const graceMs = 60_000;

/**
 * Boots the platform in a process of its own. Resolves to `PlatformAddresses` as JSON. Requires
 * `npm run build`.
 */
export const startSharedPlatform = async (): Promise<SharedServer> => {
  const folder = temporaryFolder('platform-shared-');
  let isReady = (_line: string): void => {};
  const ready = new Promise<string>((resolve) => {
    isReady = (line) => line.startsWith('ready ') && resolve(line.slice('ready '.length));
  });
  const child = await startChild(process.execPath, [script, join(folder.path, 'data')], {
    graceMs,
    onLine: (line) => isReady(line),
  });
  const ended = child.exited.then(() => {
    throw new Error(`The shared platform did not start.\n${child.tail()}`);
  });
  ended.catch(() => undefined);
  return {
    value: await Promise.race([ready, ended]),
    stop: async () => {
      await child.stop();
      folder.remove();
    },
  };
};
