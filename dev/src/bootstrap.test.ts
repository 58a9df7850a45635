import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const bootstrap = new URL('../bin/bootstrap.js', import.meta.url).href;
/** Runs these programs as phases; what they print and how all of it ended. */
const phases = (...programs: string[]): [status: number | null, out: string, err: string] => {
  const commands = programs.map((program) => [process.execPath, '-e', program]);
  const script = `import { runAll } from ${JSON.stringify(bootstrap)}; runAll(${JSON.stringify(commands)}, 'one has failed'); console.log('end');`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', script],
    { encoding: 'utf8' },
  );
  return [status, stdout, stderr];
};

test('a phase that fails does not hide the next one, and fails the whole', () => {
  expect(phases('console.log("a"); process.exitCode = 3', 'console.log("b")')).toEqual([
    1,
    'a\nb\n',
    'one has failed\n',
  ]);
});

test('phases that succeed fail nothing', () => {
  expect(phases('console.log("a")', 'console.log("b")')).toEqual([0, 'a\nb\nend\n', '']);
});
