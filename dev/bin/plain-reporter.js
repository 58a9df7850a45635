/** Closes a run with one plain line that any tool can read. */
export default class PlainReporter {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numPendingTests }) {
    console.log(
      `${numPassedTests} passed, ${numFailedTests} failed${numPendingTests ? `, ${numPendingTests} skipped` : ''}`,
    );
  }
}
