import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { give, root } from './bootstrap.js';

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
 * lanes, which run side by side; a lane is a list of phases, and a phase the arguments of the command. What failed is listed at the end.
 */
export const runTests = async ([command, ...first], groups) => {
  const folder = mkdtempSync(join(tmpdir(), 'platform-tests-'));
  const failing = [];
  let reports = 0;

  const runPhase = async (args, isQuiet) => {
    const report = join(folder, `failed-${(reports += 1)}.json`);
    const env = { ...process.env, TEST_FAILED_FILES: report };
    if (await runs(command, [...first, ...args], { env, isQuiet })) return;
    const failures = failuresIn(report) ?? {};
    const listed = Object.keys(failures).length > 0;
    failing.push(listed ? listOf(failures) : `  ${args.join(' ')} (ended without a result)`);
  };
  const runLane = async (phases, isQuiet) => {
    for (const args of phases) await runPhase(args, isQuiet);
  };

  for (const lanes of groups) await Promise.all(lanes.map((lane, i) => runLane(lane, i > 0)));
  rmSync(folder, { recursive: true, force: true });
  if (failing.length === 0) return;
  console.log(`\nFailing:\n${failing.join('\n')}`);
  give('There are failing tests.');
};
