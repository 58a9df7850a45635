// `npm test` in a fresh clone: installs and compiles what is missing, then runs every test; with arguments, what they name.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installAndBuild, root } from './bootstrap.js';
import { runPhases } from './test-phases.js';

const vitest = [process.execPath, join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run'];

// Each of these boots a platform of its own, kills it, or measures: one after the other, and nothing beside them.
const isAlone = (file) =>
  /^test[/\\](faults|consistency)[/\\]/.test(file) ||
  /(walkthrough|installation)\.test\.ts$/.test(file);
// These share one platform.
const isAcceptance = (file) => /^test[/\\]acceptance[/\\]/.test(file) && !isAlone(file);

const platformTests = readdirSync(join(root, 'test'), { recursive: true })
  .map((file) => join('test', String(file)))
  .filter((file) => /^test[/\\](?!dist|node_modules).*\.test\.ts$/.test(file))
  .sort();
const alone = platformTests.filter(isAlone);
const acceptance = platformTests.filter(isAcceptance);
installAndBuild();
const named = process.argv.slice(2);
runPhases(
  vitest,
  named.length > 0
    ? [named]
    : [
        [...alone, ...acceptance].flatMap((file) => ['--exclude', file]),
        ['--no-file-parallelism', ...acceptance],
        ['--no-file-parallelism', ...alone],
      ],
);
