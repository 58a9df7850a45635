import { compileAhead, inlineName } from '../conditions/inline-condition.ts';
import type { LevelRows, TupleReader } from './tuple-reader.ts';

function* carried({ probes, scans }: LevelRows): Generator<Readonly<Record<string, unknown>>> {
  for (const rows of [...probes, ...scans])
    for (const { condition, context } of rows)
      if (condition === inlineName && context) yield context;
}

/** Compiles the conditions that tuples carry as a level comes in: a search does not stop in between, and would hold everyone else. */
export const compilingReader = (
  reader: TupleReader,
  stop: (() => void) | undefined,
): TupleReader => ({
  ...reader,
  async level(reads) {
    const rows = await reader.level(reads);
    await compileAhead(carried(rows), stop);
    return rows;
  },
});
