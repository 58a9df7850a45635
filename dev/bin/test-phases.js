import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { give, root } from './bootstrap.js';

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

/** Runs a command to its end. Resolves to whether it succeeded; its output is shown while it runs, or, if `isQuiet`, when it ends. */
const runs = (command, args, { env, isQuiet }) =>
  new Promise((resolve, reject) => {
    const written = [];
    const child = spawn(command, args, {
      cwd: root,
      stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env,
    });
    for (const stream of isQuiet ? [child.stdout, child.stderr] : [])
      stream.on('data', (chunk) => written.push(chunk));
    child.on('error', reject);
    child.on('close', (status, signal) => {
      process.stdout.write(Buffer.concat(written));
      // A signal ends this process too.
      if (signal) process.exit(1);
      resolve(status === 0);
    });
  });

/**
 * Runs groups of tests, one after the other, each whatever became of those before, and ends this process when a test fails. A group is a list of
 * lanes, which run side by side; a lane is a list of phases, and a phase the arguments of the command. Where at most three files of a phase
 * fail, they run once more, without others of their lane. What failed is listed at the end, what passed alone apart.
 */
export const runTests = async ([command, ...first], groups) => {
  const folder = mkdtempSync(join(tmpdir(), 'platform-tests-'));
  const failing = [];
  const unsteady = [];
  let reports = 0;

  const runPhase = async (args, isQuiet) => {
    const report = join(folder, `failed-${(reports += 1)}.json`);
    const env = { ...process.env, TEST_FAILED_FILES: report };
    const passes = (given) => runs(command, [...first, ...given], { env, isQuiet });
    if (await passes(args)) return true;
    const failures = failuresIn(report);
    if (!failures) return false;
    const files = Object.keys(failures);
    const listed = listOf(failures);
    if (files.length > 0 && files.length <= MOST_TO_REPEAT) {
      console.log(`\nRunning again separately: ${files.join(', ')}`);
      if (await passes(['--no-file-parallelism', ...files])) {
        unsteady.push(listed);
        return true;
      }
    }
    failing.push(listed);
    return false;
  };
  const runLane = async (phases, isQuiet) => {
    const outcomes = [];
    for (const args of phases) outcomes.push(await runPhase(args, isQuiet));
    return outcomes;
  };

  const outcomes = [];
  for (const lanes of groups)
    outcomes.push(...(await Promise.all(lanes.map((lane, i) => runLane(lane, i > 0)))));
  rmSync(folder, { recursive: true, force: true });
  if (unsteady.length > 0)
    console.log(
      `\nUnsteady (passed only when run separately; each is a defect to fix):\n${unsteady.join('\n')}`,
    );
  if (failing.length > 0) console.log(`\nFailing:\n${failing.join('\n')}`);
  if (outcomes.flat().includes(false)) give('There are failing tests.');
};
