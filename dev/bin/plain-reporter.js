import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/** The files that failed, each with the names of its failing tests and the messages of its errors beside tests. */
const failuresOf = (modules, errors) => {
  const failures = new Map();
  const add = (file, what) => failures.set(file, [...(failures.get(file) ?? []), what]);
  for (const module of modules) {
    const file = module.relativeModuleId;
    if (!module.ok()) failures.set(file, failures.get(file) ?? []);
    for (const error of module.errors()) add(file, error.message);
    for (const test of module.children.allTests('failed')) add(file, test.fullName);
  }
  // Vitest names the file in which a worker had an uncaught error.
  for (const { VITEST_TEST_PATH: path, message } of errors)
    add(path && relative(process.cwd(), path), `(not caught) ${message}`);
  return failures;
};

/** Closes a run with one plain line that any tool can read, and lists failures by file where TEST_FAILED_FILES says. */
export default class PlainReporter {
  onTestRunEnd(modules, errors) {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state] += 1;
      if (module.errors().length > 0) counts.failed += 1;
    }
    const { passed, failed, skipped } = counts;
    console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
    const report = process.env.TEST_FAILED_FILES;
    const failures = failuresOf(modules, errors);
    // Errors that are no file's say nothing of what to repeat.
    if (report && !failures.has(undefined))
      writeFileSync(report, JSON.stringify(Object.fromEntries(failures)));
  }
}
