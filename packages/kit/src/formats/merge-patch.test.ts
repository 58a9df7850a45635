import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { mergePatch } from './merge-patch.ts';

describe('mergePatch', () => {
  test.each([
    ['sets a property', { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
    ['replaces a property', { a: 1 }, { a: 'x' }, { a: 'x' }],
    ['removes a property', { a: 1, b: 2 }, { a: null }, { b: 2 }],
    ['merges objects', { a: { b: 1, c: 2 } }, { a: { c: null, d: 3 } }, { a: { b: 1, d: 3 } }],
    ['replaces arrays whole', { a: [1, 2] }, { a: [3] }, { a: [3] }],
    ['makes objects where there were none', { a: 1 }, { a: { b: { c: null } } }, { a: { b: {} } }],
    ['replaces what is no object', [1], { a: 1 }, { a: 1 }],
    ['gives what is no object as it is', { a: 1 }, 'x', 'x'],
    ['removes nothing where nothing is', {}, { a: null }, {}],
  ])('%s', (_what, target, patch, merged) => {
    expect(mergePatch(target, patch)).toEqual(merged);
  });

  it('treats __proto__ like any other name', () => {
    const merged = mergePatch({}, JSON.parse('{"__proto__":{"admin":true}}')) as object;
    expect(JSON.stringify(merged)).toBe('{"__proto__":{"admin":true}}');
    expect('admin' in merged).toBe(false);
  });

  it('is idempotent, and does not modify its arguments', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (target, patch) => {
        const before = JSON.stringify([target, patch]);
        const once = mergePatch(target, patch);
        expect(mergePatch(once, patch)).toEqual(once);
        expect(JSON.stringify([target, patch])).toBe(before);
      }),
    );
  });
});
