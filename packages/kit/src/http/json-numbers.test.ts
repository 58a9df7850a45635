import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { inexactNumber, inexactNumbers } from './json-numbers.ts';

const kept = (json: string): boolean => inexactNumber(json) === undefined;

/** Parses a decimal as an integer times a power of ten, both exact. */
function decimal(text: string): { digits: bigint; power: number } {
  const [mantissa = '', exponent = '0'] = text.split(/e/i);
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), power: Number(exponent) - fraction.length };
}

/**
 * States the rule independently: two decimals are equal if they are equal after scaling to the same
 * power of ten.
 */
function isSame(left: string, right: string): boolean {
  const [a, b] = [decimal(left), decimal(right)];
  const power = Math.min(a.power, b.power);
  const scaled = ({ digits, power: own }: typeof a) => digits * 10n ** BigInt(own - power);
  return scaled(a) === scaled(b);
}

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'00001234567899'), minLength, maxLength });
const whole = fc.oneof(
  fc.constant('0'),
  fc.tuple(fc.constantFrom(...'123456789'), digits(0, 24)).map((parts) => parts.join('')),
);
const fraction = fc.oneof(
  fc.constant(''),
  digits(1, 24).map((d) => `.${d}`),
);
const exponent = fc.oneof(
  fc.constant(''),
  fc
    .tuple(
      fc.constantFrom('e', 'E'),
      fc.constantFrom('', '+', '-'),
      fc.integer({ max: 400, min: 0 }),
    )
    .map((parts) => parts.join('')),
);
const written = fc
  .tuple(fc.constantFrom('', '-'), whole, fraction, exponent)
  .map((parts) => parts.join(''));
const doubles = fc.double({ noNaN: true, noDefaultInfinity: true });

describe('inexactNumber', () => {
  test.each([
    '0.1', '1.10', '1e300', '-0', '-0.0', '0e999', '0.000e-999', '5e-324', '9007199254740992', '1.7976931348623157e308',
    '123456789012345', '1000000000000000000000000', '1.50000000000000000000000', '"90071992547409930"', '"1e400"',
    '{"1e400":"[1e400,"}', String.raw`"\"1e400\\"`, '["a,1e400 "]',
  ])('accepts %s', (json) => expect(inexactNumber(json)).toBeUndefined()); // prettier-ignore

  test.each([
    '1e400', '-1e400', '1e-400', '90071992547409930', '9007199254740993', '0.1234567890123456789',
    '0.1000000000000000055511151231257827', '1.7976931348623159e308', `1${'0'.repeat(400)}`, `0.${'0'.repeat(400)}1`,
    '1e99999999999999999999', '2e-324',
  ])('finds %s at any position', (number) => {
    expect(inexactNumber(number)).toEqual([]);
    expect(inexactNumber(`{"a":"x","b":[1,{},"s",${number}]}`)).toEqual(['b', 3]);
    expect(inexactNumber(`{ "a\\"b" \n : [ [0] , { "" : ${number} } ] }`)).toEqual(['a"b', 1, '']);
    expect(inexactNumber(`{"a":{"b":[1,2]},"c":{"d":"e","f":${number}}}`)).toEqual(['c', 'f']);
  }); // prettier-ignore

  test('finds exactly the numbers whose value a double does not preserve', () => {
    fc.assert(
      fc.property(written, (number) => {
        const back = Number(number);
        expect(kept(`{"a":[${number}]}`)).toBe(
          Number.isFinite(back) && isSame(number, String(back)),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  test('accepts any serialized double', () => {
    fc.assert(fc.property(doubles, (value) => kept(JSON.stringify([value]))));
    fc.assert(fc.property(fc.json(), (json) => kept(json)));
  });

  test('finds all of several numbers', () => {
    const records = fc.array(fc.record({ a: written, b: written }), { maxLength: 5 });
    fc.assert(
      fc.property(records, (list) => {
        const json = `{"list":[${list.map(({ a, b }) => `{"a":${a},"b":["x",${b}]}`).join()}],"n":1}`;
        const expected = list.flatMap(({ a, b }, i) => [
          ...(kept(a) ? [] : [['list', i, 'a']]),
          ...(kept(b) ? [] : [['list', i, 'b', 1]]),
        ]);
        expect(inexactNumbers(json)).toEqual(expected);
      }),
    );
  });

  test('ignores strings, and finds numbers after them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (name, text) => {
        const fine = JSON.stringify({ [name]: `${text}:1e400` });
        expect(kept(fine)).toBe(true);
        expect(inexactNumber(`[${fine},1e400]`)).toEqual([1]);
      }),
    );
  });
});
