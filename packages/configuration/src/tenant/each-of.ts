const maxCalls = 6;

/** Makes a call for each entry, a few at a time. Returns the results in the order of the entries. */
export async function eachOf<T, R>(
  entries: readonly T[],
  call: (entry: T) => PromiseLike<R>,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = entries.entries();
  const worker = async (): Promise<void> => {
    for (const [index, entry] of waiting) results[index] = await call(entry);
  };
  await Promise.all(Array.from({ length: maxCalls }, worker));
  return results;
}
