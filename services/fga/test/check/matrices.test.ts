import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readMatrix, verdictsOf } from './matrix.ts';

const own = new URL('../matrices/', import.meta.url).pathname;
const published = process.env['FGA_MATRICES'];

const files = [
  ...readdirSync(own).filter((name) => name.endsWith('.yaml')).map((name) => join(own, name)),
  ...(published === undefined ? [] : readdirSync(published).filter((name) => /^(consolidated_1_1|abac)_tests\.yaml$/.test(name)).map((name) => join(published, name))),
];

describe.each(files)('%s', (file) => {
  it.each(verdictsOf(readMatrix(file)).map((v) => [v.title, v] as const))('%s', async (_, { run }) => {
    const { expected, got } = await run();
    expect(got).toEqual(expected);
  });
});
