/**
 * Awaits statements of one transaction that were sent without waiting for each other, so that the
 * database works on one while the next is built. They run in the order in which they were sent.
 * Awaits all of them even if one fails, so that none is still to be sent when the caller rolls back
 * to its savepoint. An undefined entry is a statement that is not needed.
 * @throws the error of the first failed statement in the list
 */
export async function together(
  statements: readonly (Promise<unknown> | undefined)[],
): Promise<void> {
  const settled = await Promise.allSettled(statements.filter((one) => one !== undefined));
  const failed = settled.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}
