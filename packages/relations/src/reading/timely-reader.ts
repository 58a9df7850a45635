import { deadline } from '@platform/kit/async';
import type { TupleReader } from './tuple-reader.ts';

class OutOfTime extends Error {}

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

/** A statement ran out of time, as its transaction or the database that wraps it reports it. */
export const isStatementTimeout = (error: unknown): boolean =>
  [error, (error as { cause?: unknown } | null)?.cause].some((one) => codeOf(one) === '57014');

/**
 * A reader that expires after `ms` milliseconds, or when the database cancels a statement. Its reads then fail, including
 * pending ones, as {@link inTime} expects. The database's statement timeout ends an abandoned statement.
 */
export function timelyReader(
  reader: TupleReader,
  ms: number,
): { reader: TupleReader; isOver(): boolean; end(): void } {
  let isOver = false;
  const { passed, clear } = deadline(ms, () => new OutOfTime());
  passed.catch(() => {
    isOver = true;
  });
  const inTime = async <T>(read: () => Promise<T>): Promise<T> => {
    if (isOver) throw new OutOfTime();
    try {
      return await Promise.race([read(), passed]);
    } catch (error) {
      if (!isStatementTimeout(error)) throw error;
      isOver = true;
      throw new OutOfTime();
    }
  };
  return {
    reader: {
      closure: (...asked) => inTime(() => reader.closure(...asked)),
      level: (...asked) => inTime(() => reader.level(...asked)),
      reverse: (...asked) => inTime(() => reader.reverse(...asked)),
    },
    isOver: () => isOver,
    end: () => clear(),
  };
}

/** Ends work between reads in the same way as such a reader. */
export const endWhen = (isLate: () => boolean) => (): void => {
  if (isLate()) throw new OutOfTime();
};

/** The result of a read, or undefined after the deadline. */
export const inTime = <T>(read: Promise<T>): Promise<T | undefined> =>
  read.catch((error: unknown) => {
    if (error instanceof OutOfTime) return undefined;
    throw error;
  });
