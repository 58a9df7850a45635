import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countChanges, mergePatch } from './merge-patch.ts';

describe('mergePatch', () => {
  it.each([
    ['a changed field', { name: 'Ada', city: 'Paris' }, { name: true }, { name: 'Ada' }],
    ['a cleared field as null', { name: undefined }, { name: true }, { name: null }],
    [
      'a field of an object, without its unchanged neighbors',
      { profile: { given: 'Ada', family: 'King' } },
      { profile: { given: false, family: true } },
      { profile: { family: 'King' } },
    ],
    [
      'an array as a whole',
      { urls: [{ url: 'a' }, { url: 'b' }] },
      { urls: [{ url: false }, { url: true }] },
      { urls: [{ url: 'a' }, { url: 'b' }] },
    ],
    ['an object that was removed as null', { logo: null }, { logo: { url: true } }, { logo: null }],
    ['nothing if nothing is changed', { name: 'Ada' }, { name: false, urls: [false] }, {}],
  ])('has %s', (_name, values, dirty, patch) => {
    expect(mergePatch(values, dirty)).toEqual(patch);
  });

  it('has exactly the fields that are marked', () => {
    const fields = fc.dictionary(
      fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
      fc.tuple(fc.jsonValue(), fc.boolean()),
    );
    fc.assert(
      fc.property(fields, (given) => {
        const of = (index: 0 | 1) =>
          Object.fromEntries(Object.entries(given).map(([name, pair]) => [name, pair[index]]));
        const marked = Object.keys(given).filter((name) => given[name]?.[1]);
        expect(Object.keys(mergePatch(of(0), of(1))).sort()).toEqual(marked.sort());
      }),
    );
  });
});

describe('countChanges', () => {
  it('counts fields of objects, and an array as one', () => {
    expect(countChanges({ a: true, b: false, c: { d: true, e: true }, f: [true, true] })).toBe(4);
  });
});
