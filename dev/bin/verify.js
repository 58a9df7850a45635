// `npm run verify`: every check of the repository, the tests last. With `--quick`, all but the tests.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { installAndBuild, give, root, run } from './bootstrap.js';

const bin = (name, ...path) => [process.execPath, [join(root, 'node_modules', name, ...path)]];
const checks = [
  ['format', bin('prettier', 'bin', 'prettier.cjs'), ['--check', '--log-level', 'warn', '.']],
  ['types of tests', bin('typescript', 'bin', 'tsc'), ['-p', 'tsconfig.tests.json']],
  ['types of web', bin('typescript', 'bin', 'tsc'), ['-p', 'web/tsconfig.json']],
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
      'tenantctl',
      'bench/src',
      'test',
    ],
  ],
  ['unused', bin('knip', 'bin', 'knip.js'), ['--no-progress']],
  ['generated lists', [process.execPath, ['dev/bin/context-lists.js']], ['--check']],
  ['generated tables', [process.execPath, ['dev/bin/table-types.js']], ['--check']],
  ['generated SDK', [process.execPath, ['packages/sdk/generator/generate.js']], ['--check']],
  ['generated commands', [process.execPath, ['tenantctl/generator/generate.js']], ['--check']],
  ['generated web', [process.execPath, ['web/generator/generate.js']], ['--check']],
  ['generated references', [process.execPath, ['docs/generate.js']], ['--check']],
  ['dashboards', [process.execPath, ['deploy/monitoring/generate.js']], ['--check']],
  ['generated gRPC types', [process.execPath, ['protos/check-generated.js']], []],
];

const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** Runs a check, and shows what it wrote when it ends: false when it failed. */
const passes = ([name, [command, first], rest]) =>
  new Promise((resolve, reject) => {
    const since = Date.now();
    const written = [];
    const check = spawn(command, [...first, ...rest], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [check.stdout, check.stderr])
      stream.on('data', (chunk) => written.push(chunk));
    check.on('error', reject);
    check.on('close', (status) => {
      console.log(`\n── ${name}\n${Buffer.concat(written)}── ${name}: ${seconds(since)}`);
      resolve(status === 0);
    });
  });

/** Runs every check, two at a time: half of them use one core. Returns the names of those that failed. */
const failing = async () => {
  const waiting = [...checks];
  const failed = [];
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift())
      if (!(await passes(check))) failed.push(check[0]);
  };
  await Promise.all([work(), work()]);
  return failed;
};

installAndBuild();
const failed = await failing();
if (failed.length > 0) give(`verify failed at: ${failed.join(', ')}`);
if (!process.argv.includes('--quick')) {
  const since = Date.now();
  run(process.execPath, ['dev/bin/test.js'], 'verify failed at: npm test');
  run(process.execPath, ['dev/bin/test.js', '--rest'], 'verify failed at: the rest of the tests');
  console.log(`── tests: ${seconds(since)}`);
}
