import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => (folder = temporaryFolder('plain-reporter-')));
afterEach(() => folder.remove());

/** Runs these test files with Vitest. Returns the line that the reporter prints and the list of failures that it writes. */
function report(files: Record<string, string>): { line: string | undefined; failures: unknown } {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder.path, name), text);
  const failed = join(folder.path, 'failed.json');
  const { stdout } = spawnSync(
    process.execPath,
    [
      here('../../node_modules/vitest/vitest.mjs'),
      'run',
      '--globals',
      `--root=${folder.path}`,
      `--reporter=${here('../bin/plain-reporter.js')}`,
    ],
    { cwd: folder.path, encoding: 'utf8', env: { ...process.env, TEST_FAILED_FILES: failed } },
  );
  return {
    line: stdout.trim().split('\n').at(-1),
    failures: existsSync(failed) ? JSON.parse(readFileSync(failed, 'utf8')) : undefined,
  };
}

test('counts the tests, and lists those that fail by their file', () => {
  const reported = report({
    'passes.test.js': "test('a', () => {}); test.skip('b', () => {});",
    'fails.test.js': "describe('c', () => test('d', () => { throw new Error('e'); }));",
    'breaks.test.js': "throw new Error('cannot be loaded');",
  });
  expect(reported).toEqual({
    line: '1 passed, 2 failed, 1 skipped',
    failures: { 'fails.test.js': ['c > d'], 'breaks.test.js': ['cannot be loaded'] },
  });
});

test('lists an error that no test catches under the file that was running', () => {
  const late = "test('a', () => { Promise.reject(new Error('late')); });";
  expect(report({ 'late.test.js': late }).failures).toEqual({
    'late.test.js': ['(not caught) late'],
  });
});
