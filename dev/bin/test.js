// `npm test` in a fresh clone: installs and compiles what is missing, then runs every test; with arguments, what they name.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installAndBuild, root, runAll } from './bootstrap.js';

const jest = (...args) => [
  process.execPath,
  '--experimental-vm-modules',
  '--no-warnings',
  join(root, 'node_modules', 'jest', 'bin', 'jest.js'),
  ...args,
];

const platformTests = () =>
  readdirSync(join(root, 'test'), { recursive: true })
    .map((file) => join('test', String(file)))
    .filter((file) => /^test[/\\](?!dist|node_modules).*\.test\.ts$/.test(file))
    .sort();

installAndBuild();
const named = process.argv.slice(2);
const phases =
  named.length > 0
    ? [jest(...named)]
    : [
        jest('--testPathIgnorePatterns', '/node_modules/', '/dist/', '<rootDir>/test/'),
        // Each of these boots the whole platform: one after the other.
        jest('--runInBand', '--runTestsByPath', ...platformTests()),
      ];
runAll(phases, 'There are failing tests.');
