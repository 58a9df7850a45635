/**
 * Waits for statements of one transaction that were sent without waiting for each other, so that the database works on one while
 * the next is made. They run in the order in which they were sent. Waits for all of them, whatever fails: none is sent any more
 * when the caller goes back to its savepoint.
 * @throws what the first of them in the list failed with
 */
export async function together(statements: readonly Promise<unknown>[]): Promise<void> {
  const settled = await Promise.allSettled(statements);
  const failed = settled.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}
