import { describe, expect, it } from 'vitest';
import { matrixFiles } from './matrix-files.ts';
import { readMatrix, verdictsOf } from './matrix.ts';

describe.each(matrixFiles())('%s', (file) => {
  it.each(verdictsOf(readMatrix(file)).map((v) => [v.title, v] as const))(
    '%s',
    async (_, { run }) => {
      const { expected, got } = await run();
      expect(got).toEqual(expected);
    },
  );
});
