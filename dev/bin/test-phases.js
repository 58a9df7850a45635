import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { give, succeeds } from './bootstrap.js';

// More files than this do not fail by chance.
const MOST_TO_REPEAT = 3;

/** The failures by file that the reporter wrote; undefined if the run itself failed. */
const failuresIn = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
};

const listOf = (failures) =>
  Object.entries(failures)
    .flatMap(([file, names]) => [`  ${file}`, ...names.map((name) => `    ${name}`)])
    .join('\n');

/**
 * Runs phases of tests, each whatever became of those before, and ends this process when one fails. A phase is the arguments of
 * the command. Where at most three files of a phase fail, they run once more, alone. What failed is listed at the end, what passed alone apart.
 */
export const runPhases = ([command, ...first], phases) => {
  const folder = mkdtempSync(join(tmpdir(), 'platform-tests-'));
  const report = join(folder, 'failed.json');
  const passes = (args) => {
    rmSync(report, { force: true });
    return succeeds(command, [...first, ...args], { ...process.env, TEST_FAILED_FILES: report });
  };
  const failing = [];
  const unsteady = [];
  const passesAlone = () => {
    const failures = failuresIn(report);
    if (!failures) return false;
    const files = Object.keys(failures);
    const listed = listOf(failures);
    if (files.length > 0 && files.length <= MOST_TO_REPEAT) {
      console.log(`\nRunning again separately: ${files.join(', ')}`);
      if (passes(['--no-file-parallelism', ...files])) {
        unsteady.push(listed);
        return true;
      }
    }
    failing.push(listed);
    return false;
  };
  const outcomes = phases.map((args) => passes(args) || passesAlone());
  rmSync(folder, { recursive: true, force: true });
  if (unsteady.length > 0)
    console.log(
      `\nUnsteady (passed only when run separately; each is a defect to fix):\n${unsteady.join('\n')}`,
    );
  if (failing.length > 0) console.log(`\nFailing:\n${failing.join('\n')}`);
  if (outcomes.includes(false)) give('There are failing tests.');
};
