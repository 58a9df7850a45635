import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const module = new URL('../bin/test-phases.js', import.meta.url).href;

/**
 * Replaces Vitest: prints the arguments, and fails files by name: `fails-…` always, `unsteady-…` unless alone, `breaks-…` without
 * a report.
 */
const runner = `
  const { writeFileSync } = require('node:fs');
  const args = process.argv.slice(1);
  const alone = args[0] === '--no-file-parallelism';
  console.log(args.join(' '));
  const failed = args.filter((file) => file.startsWith('fails-') || (!alone && file.startsWith('unsteady-')));
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
  const { status, out, err } = outcomeOf(['fails-a', 'b'], ['c']);
  expect(status).toBe(1);
  expect(out).toContain('--no-file-parallelism fails-a\nc\n');
  expect(out).not.toContain('Unsteady');
  expect(out).toMatch(/\nFailing:\n {2}fails-a\n {4}a test of it\n$/);
  expect(err).toBe('There are failing tests.\n');
});

test('a file that passes on its own is listed and does not fail the run', () => {
  const { status, out } = outcomeOf(['unsteady-a', 'b'], ['c']);
  expect(status).toBe(0);
  expect(out).toContain('--no-file-parallelism unsteady-a\nc\n');
  expect(out).toMatch(/Unsteady.*\n {2}unsteady-a\n {4}a test of it\n$/);
  expect(out).not.toContain('Failing');
});

test('failures in many files are not repeated', () => {
  const files = ['unsteady-a', 'unsteady-b', 'unsteady-c', 'unsteady-d'];
  const { status, out } = outcomeOf(files);
  expect(status).toBe(1);
  expect(out).not.toContain('--no-file-parallelism');
  expect(out).toContain('Failing:');
});

test('a run that breaks down is not repeated', () => {
  expect(outcomeOf(['breaks-a'])).toMatchObject({ status: 1, out: 'breaks-a\n' });
});

test('lanes run side by side, and the output of each is in one piece', () => {
  const { status, out } = outcomeOfGroups([[[['a']], [['fails-b'], ['c']]], [[['d']]]]);
  expect(status).toBe(1);
  for (const line of ['Running again separately: fails-b', '--no-file-parallelism fails-b'])
    expect(out).toContain(`\n${line}\n`);
  expect(out.split('\n')).toEqual(expect.arrayContaining(['a', 'c', 'd']));
  expect(out.indexOf('\nd\n')).toBeGreaterThan(out.indexOf('\nc\n'));
  expect(out).toMatch(/\nFailing:\n {2}fails-b\n {4}a test of it\n$/);
});
