/** A value, and how to ask for the one behind it. */
export interface AheadValue<T> {
  value: T;
  /** Has the source make the next value while this one is worked on. It is asked once, however often this is called. */
  askNext: () => void;
}

/**
 * Passes on the values of a source whose next value can be asked for before the present one is done with, so that reading and
 * writing overlap. One value is held ahead, and memory stays flat.
 */
export async function* readAhead<T>(source: AsyncIterable<T>): AsyncGenerator<AheadValue<T>> {
  const values = source[Symbol.asyncIterator]();
  let asked: Promise<IteratorResult<T>> | undefined;
  function askNext(): Promise<IteratorResult<T>> {
    asked ??= values.next();
    // Its error shows when it is waited for.
    asked.catch(() => undefined);
    return asked;
  }
  try {
    for (;;) {
      const { done, value } = await askNext();
      asked = undefined;
      if (done) return;
      yield { value, askNext };
    }
  } finally {
    await asked?.catch(() => undefined);
    await values.return?.();
  }
}
