import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const module = new URL('../bin/test-phases.js', import.meta.url).href;

/**
 * Replaces Vitest: prints the arguments, and fails files by name: `fails-…` with a report, `breaks-…` without.
 */
const runner = `
  const { writeFileSync } = require('node:fs');
  const args = process.argv.slice(1);
  console.log(args.join(' '));
  const failed = args.filter((file) => file.startsWith('fails-'));
  const breaks = args.some((file) => file.startsWith('breaks-'));
  if (!breaks) writeFileSync(process.env.TEST_FAILED_FILES, JSON.stringify(Object.fromEntries(failed.map((file) => [file, ['a test of it']]))));
  process.exitCode = breaks || failed.length > 0 ? 1 : 0;
`;

/** The output and exit code of the phases. */
const outcomeOf = (...phases: string[][]) => outcomeOfGroups([[phases]]);

function outcomeOfGroups(groups: string[][][][]): {
  status: number | null;
  out: string;
  err: string;
} {
  const command = JSON.stringify([process.execPath, '-e', runner, '--']);
  const script = `import { runTests } from '${module}'; await runTests(${command}, ${JSON.stringify(groups)});`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', script],
    { encoding: 'utf8' },
  );
  return { status, out: stdout, err: stderr };
}

test('phases that succeed run once', () => {
  expect(outcomeOf(['a'], ['b'])).toEqual({ status: 0, out: 'a\nb\n', err: '' });
});

test('a phase that fails does not prevent the next one, and fails the run', () => {
  expect(outcomeOf(['fails-a', 'b'], ['c'])).toEqual({
    status: 1,
    out: 'fails-a b\nc\n\nFailing:\n  fails-a\n    a test of it\n',
    err: 'There are failing tests.\n',
  });
});

test('a run that breaks down is listed with its arguments', () => {
  expect(outcomeOf(['breaks-a', 'b'], ['fails-c'])).toMatchObject({
    status: 1,
    out: expect.stringMatching(
      /\nFailing:\n {2}breaks-a b \(ended without a result\)\n {2}fails-c\n {4}a test of it\n$/,
    ),
  });
});

test('lanes run side by side, and the output of each is in one piece', () => {
  const { status, out } = outcomeOfGroups([[[['a']], [['fails-b'], ['c']]], [[['d']]]]);
  expect(status).toBe(1);
  expect(out.split('\n')).toEqual(expect.arrayContaining(['a', 'fails-b', 'c', 'd']));
  expect(out.indexOf('\nd\n')).toBeGreaterThan(out.indexOf('\nc\n'));
  expect(out).toMatch(/\nFailing:\n {2}fails-b\n {4}a test of it\n$/);
});
