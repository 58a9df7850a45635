import { writeFileSync } from 'node:fs';

/** Closes a run with one plain line that any tool can read, and lists failed files where TEST_FAILED_FILES says. */
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
    // Errors beside the tests are no file's: a run with such says nothing of what to repeat.
    if (report && errors.length === 0)
      writeFileSync(
        report,
        JSON.stringify(
          modules.filter((module) => !module.ok()).map((module) => module.relativeModuleId),
        ),
      );
  }
}
