import { describe, expect, test } from 'vitest';
import { typedValue } from './value-typing.ts';

describe('typedValue', () => {
  test.each([
    ['integer', false, '42', 42],
    ['integer', false, ['42'], 42],
    ['integer', false, '4x', '4x'],
    ['number', false, ' -1.5 ', -1.5],
    ['boolean', false, 'TRUE', true],
    ['boolean', false, 'false', false],
    ['boolean', false, 'yes', 'yes'],
    ['string', false, 7, '7'],
    ['string', false, ['a', 'b'], ['a', 'b']],
    ['string', true, 'a', ['a']],
    ['integer', true, ['1', 2], [1, 2]],
    ['date', false, '2026-11-23', '2026-11-23'],
    ['object', false, { a: '1' }, { a: '1' }],
  ] as const)('reads as %s (a list: %s) %j', (type, multiValued, given, wanted) => {
    expect(typedValue({ type, multiValued }, given)).toEqual(wanted);
  });

  test('leaves an absent value absent', () => {
    expect(typedValue({ type: 'string', multiValued: true }, null)).toBeNull();
  });
});
