import { describe, expect, it } from 'vitest';
import { matrixFiles, readMatrix, verdictsOf } from '@platform/testkit/relation-matrices';
import { memoryAskers } from './memory-askers.ts';

describe.each(matrixFiles())('%s', (file) => {
  const verdicts = verdictsOf(readMatrix(file), memoryAskers(), { ownLimits: true });
  it.each(verdicts.map((v) => [v.title, v] as const))('%s', async (_, { run }) => {
    const { expected, got } = await run();
    expect(got).toEqual(expected);
  });
});
