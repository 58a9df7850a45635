// `npm run verify`: every check of the repository, the fast ones first. With `--quick`, all but the tests.
import { join } from 'node:path';
import { installAndBuild, root, run } from './bootstrap.js';

const bin = (name, ...path) => [process.execPath, [join(root, 'node_modules', name, ...path)]];
const checks = [
  ['format', bin('prettier', 'bin', 'prettier.cjs'), ['--check', '--log-level', 'warn', '.']],
  ['types of tests', bin('typescript', 'bin', 'tsc'), ['-p', 'tsconfig.tests.json']],
  ['lint', bin('oxlint', 'bin', 'oxlint'), ['--type-aware', '--deny-warnings']],
  [
    'walls',
    bin('dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
    [
      '--config',
      '.dependency-cruiser.js',
      'gateway/src',
      'gateway/test',
      'services',
      'packages',
      'protos/src',
      'dev/src',
      'platformctl',
      'bench/src',
      'test',
    ],
  ],
  ['unused', bin('knip', 'bin', 'knip.js'), ['--no-progress']],
  ['generated lists', [process.execPath, ['dev/bin/context-lists.js']], ['--check']],
  ['generated references', [process.execPath, ['docs/generate.js']], ['--check']],
  ['dashboards', [process.execPath, ['deploy/monitoring/generate.js']], ['--check']],
  ['generated gRPC types', [process.execPath, ['protos/check-generated.js']], []],
  ['tests', [process.execPath, ['dev/bin/test.js']], []],
];

installAndBuild();
for (const [name, [command, first], rest] of checks) {
  if (name === 'tests' && process.argv.includes('--quick')) break;
  const since = Date.now();
  console.log(`\n── ${name}`);
  run(command, [...first, ...rest], `verify failed at: ${name}`);
  console.log(`── ${name}: ${((Date.now() - since) / 1000).toFixed(1)} s`);
}
