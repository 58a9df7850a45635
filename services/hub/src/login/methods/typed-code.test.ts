import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { typedDigits, typedRecoveryCode } from './typed-code.ts';

describe('a typed code', () => {
  it.each([
    '123456',
    ' 123 456 ',
    '123-456',
    '123–456',
    '1 2 3 4 5 6',
    '１２３４５６',
    '١٢٣٤٥٦',
    '۱۲۳۴۵۶',
    'Your code is 123456.',
    'Your code: 123 456',
    'Acme 2: your code is 123456',
    '123456 is your code for Area 51',
    'Ihr Code für Halle 7 lautet 123-456 (gültig 10 Minuten)',
  ])('is extracted from %j', (typed) => expect(typedDigits(typed)).toBe('123456'));

  it.each([
    ['', ''],
    ['abc', ''],
    ['12345', '12345'],
    ['1234567', '1234567'],
  ])('is neither padded nor truncated if it has another length: %j', (typed, digits) =>
    expect(typedDigits(typed)).toBe(digits),
  );

  it('is extracted regardless of blanks and hyphens around and within it', () =>
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{6}$/),
        fc.array(fc.constantFrom('', ' ', '\u00a0', '-', '\t'), { minLength: 7, maxLength: 7 }),
        (code, gaps) => typedDigits(gaps.map((gap, i) => gap + (code[i] ?? '')).join('')) === code,
      ),
    ));
});

it('a typed recovery code is stripped of blanks and hyphens of any kind', () =>
  expect(typedRecoveryCode(' k7vq 1–m2xw-１ ')).toBe('k7vq1m2xw1'));
