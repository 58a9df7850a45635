// Says whether protos/src/generated is what the .proto files give.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const script = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts[
  'generate:protos'
];
const folder = mkdtempSync(join(tmpdir(), 'protos-'));
const args = script
  .split(' ')
  .slice(1)
  .map((arg) => (arg.startsWith('--outDir=') ? `--outDir=${folder}` : arg));
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/@grpc/proto-loader/build/bin/proto-loader-gen-types.js'), ...args],
  { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
);
if (status !== 0) process.exit(1);

const filesOf = (dir) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((f) => f.isFile())
    .map((f) => join(f.parentPath ?? f.path, f.name).slice(dir.length))
    .sort();
const present = join(root, 'protos/src/generated');
const stale = [...new Set([...filesOf(folder), ...filesOf(present)])].filter((name) => {
  try {
    return readFileSync(folder + name, 'utf8') !== readFileSync(present + name, 'utf8');
  } catch {
    return true;
  }
});
rmSync(folder, { recursive: true });
if (stale.length > 0) {
  console.log(`Out of date: ${stale.join(', ')}. Run \`npm run generate:protos\`.`);
  process.exit(1);
}
