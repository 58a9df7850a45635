import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  version?: string;
  resolved?: string;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
}
const { packages } = JSON.parse(
  readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'),
) as { packages: Record<string, Locked> };

/** Finds a package's dependency in the nearest `node_modules` upwards. */
function found(from: string, name: string): Locked | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const locked = packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`];
    if (locked || at === '') return locked;
  }
}

test('the lock file has the packages of every platform, so that the tools run on each', () => {
  const missing = Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !found(at, name))
      .map((name) => `${name} for ${at}`),
  );
  expect(missing).toEqual([]);
});

test('the lock file contains no registry URLs', () => {
  expect(
    Object.values(packages).filter(({ resolved, link }) => resolved !== undefined && !link),
  ).toEqual([]);
});
