import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test.each(['certification', 'demo', 'start'])('%s --help builds nothing', (name) => {
  const file = fileURLToPath(new URL(`../bin/${name}.js`, import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, '--help'], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('--help');
});
