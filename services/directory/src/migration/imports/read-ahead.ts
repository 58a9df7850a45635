/**
 * Asks a source for the next value while the present one is worked on, so that reading and writing overlap. One value is
 * held ahead, and memory stays flat.
 */
export async function* readAhead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const values = source[Symbol.asyncIterator]();
  const ask = (): Promise<IteratorResult<T>> => {
    const asked = values.next();
    // Its error shows when it is waited for.
    asked.catch(() => undefined);
    return asked;
  };
  let next = ask();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = ask();
      yield value;
    }
  } finally {
    await next.catch(() => undefined);
    await values.return?.();
  }
}
