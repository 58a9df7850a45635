// Installs and compiles what is missing in a clone. No dependencies here.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url));
const lockFile = join(root, 'package-lock.json');
const installed = join(root, 'node_modules', '.package-lock.json');
const stamp = join(root, 'node_modules', '.cache', 'platform', 'lock.sha256');
const lockHash = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex');

/** Ends this process with the message. */
export const give = (message) => {
  console.error(message);
  process.exit(1);
};

/** Runs a command to its end, its output shown; false when it fails. A signal ends this process too. */
export const succeeds = (command, args, env = process.env) => {
  // npm is a script on Windows, and only a shell runs those.
  const { status, signal } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env,
    shell: command === 'npm' && process.platform === 'win32',
  });
  if (signal) process.exit(1);
  return status === 0;
};

/** Runs a command to its end, its output shown; ends this process with `failed` when it fails. */
export const run = (command, args, failed) => {
  if (!succeeds(command, args)) give(failed);
};

const isInstalled = () => {
  if (!existsSync(installed)) return false;
  if (statSync(installed).mtimeMs >= statSync(lockFile).mtimeMs) return true;
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash();
};

/**
 * Imports a compiled module of this folder's sources, for a command with these arguments. Builds first, but not for the help of a command that
 * has been built before.
 */
export async function compiled(module, args) {
  const file = new URL(`../dist/${module}`, import.meta.url);
  if (!(args.includes('--help') && existsSync(file))) installAndBuild();
  return import(file.href);
}

/** Dependencies as the lock file says, and everything compiled. */
export function installAndBuild() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    give(`Node 20.19 or later is required; this is ${process.version}.`);
  if (!isInstalled()) {
    console.error('Installing dependencies…');
    // Not `npm ci`: that begins with taking away what is there.
    run(
      'npm',
      ['install', '--no-save', '--no-audit', '--no-fund'],
      'The dependencies could not be installed. See the npm output above, and check the network and the npm registry.',
    );
    mkdirSync(dirname(stamp), { recursive: true });
    writeFileSync(stamp, lockHash());
  }
  console.error('Building…');
  run(
    process.execPath,
    [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-b'],
    'The sources do not compile. See the compiler output above.',
  );
}

const changed = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The documentation that the gateway serves, if the catalogue has changed since it was built. The platform also starts without it. */
export function buildDocumentation() {
  if (changed('gateway/site/index.html') > changed('packages/contracts/dist/.tsbuildinfo')) return;
  console.error('Building the documentation…');
  if (!succeeds(process.execPath, ['docs/site/build.js']))
    console.error('The documentation could not be built. /docs links to openapi.json instead.');
}

const web = join(root, 'web');
const webManifest = join(web, 'dist', '.vite', 'manifest.json');

/** The time of the last change to the sources of the web applications. */
const webChangedAt = () => {
  const files = readdirSync(web, { recursive: true, withFileTypes: true }).filter(
    (file) => file.isFile() && !/[\\/](dist|node_modules)([\\/]|$)/.test(file.parentPath),
  );
  return Math.max(...files.map((file) => statSync(join(file.parentPath, file.name)).mtimeMs));
};

/** Builds the web applications, unless they are built and their sources have not changed. */
export function buildWeb() {
  if (existsSync(webManifest) && statSync(webManifest).mtimeMs >= webChangedAt()) return;
  console.error('Building the web applications…');
  run(
    process.execPath,
    [join(web, 'bin', 'build.js')],
    'The web applications cannot be built. See the output above.',
  );
}
