import { mergePatch } from '@platform/kit/formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergePatchOf } from './merge-patch.ts';
import type { Members } from './members.ts';

// A merge patch cannot write null: there it means removal.
const value = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('a', 'b', 1, true),
    fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('x', 'y', 'z'), tie('node'), { maxKeys: 3 }),
  ),
})).node;
const members = fc.record({ one: value, two: value });
const all = { names: ['one', 'two'], whole: [], partial: [] };

describe('mergePatchOf', () => {
  it('gives the patch that makes the stored members the declared ones', () => {
    fc.assert(
      fc.property(members, members, (stored, declared) => {
        const patch = mergePatchOf(stored as Members, declared as Members, all);
        expect(mergePatch(stored, patch)).toEqual(declared);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps properties that a partial member leaves out', () => {
    const stored = { batch: { maxEvents: 100, maxSeconds: 5 } };
    const options = { names: ['batch'], whole: [], partial: ['batch'] };
    expect(mergePatchOf(stored, { batch: { maxEvents: 50 } }, options)).toEqual({
      batch: { maxEvents: 50 },
    });
  });

  it('sends a whole member with all of its properties', () => {
    const stored = { tls: { caPem: 'a', clientCertPem: 'b' } };
    const options = { names: ['tls'], whole: ['tls'], partial: [] };
    expect(mergePatchOf(stored, { tls: { caPem: 'c', clientCertPem: 'b' } }, options)).toEqual({
      tls: { caPem: 'c', clientCertPem: 'b' },
    });
  });
});
