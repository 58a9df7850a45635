import { describe, expect, test } from '@jest/globals';
import { isId } from '@platform/contracts';
import fc from 'fast-check';
import { TypeID } from 'typeid-js';
import { newId } from './ids.ts';
import { sortingSuffix } from './suffix.ts';

const uuidOf = (suffix: string): string => TypeID.fromString(`usr_${suffix}`).toUUID();

describe('newId', () => {
  test('is a TypeID that the library reads, of the millisecond it was made in', () => {
    const before = Date.now();
    const id = newId('user');
    expect(isId('user', id)).toBe(true);
    const uuid = TypeID.fromString(id).toUUID();
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const millis = Number.parseInt(uuid.replace('-', '').slice(0, 12), 16);
    expect(millis).toBeGreaterThanOrEqual(before);
    expect(millis).toBeLessThanOrEqual(Date.now());
  });

  test('never comes twice and sorts by creation', () => {
    const ids = Array.from({ length: 20_000 }, () => newId('event'));
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(ids);
  });
});

describe('sortingSuffix', () => {
  test('keeps every bit: time, version, variant, what is random', () => {
    fc.assert(fc.property(fc.nat(2 ** 48 - 1), fc.uint8Array({ minLength: 10, maxLength: 10 }), (millis, bytes) => {
      const make = sortingSuffix(() => millis, (pool) => Buffer.from(pool.buffer, pool.byteOffset, pool.length).fill(bytes));
      const bits = (value: number, count: number): string => value.toString(2).padStart(count, '0');
      const sequence = bits(Buffer.from(bytes).readUInt32BE(6) >>> 7, 26);
      const expected = bits(millis, 48) + '0111' + sequence.slice(0, 12) + '10' + sequence.slice(12) + Array.from(bytes.subarray(0, 6), (byte) => bits(byte, 8)).join('');
      expect(BigInt(`0x${uuidOf(make()).replaceAll('-', '')}`)).toBe(BigInt(`0b${expected}`));
    }));
  });

  test.each([['within a millisecond', [5, 5, 5]], ['when the clock goes back', [9, 3, 9, 10]]])('grows %s', (_, times) => {
    const ticks = [...times];
    const make = sortingSuffix(() => ticks.shift()!);
    const made = times.map(() => make());
    expect([...new Set(made)].sort()).toEqual(made);
  });

  test('moves on by a millisecond when one has no numbers left', () => {
    // All bits drawn are set: the start is the highest there is, and here the last.
    const make = sortingSuffix(() => 7, (pool) => pool.fill(0xff), 2 ** 25);
    const millisOf = (suffix: string): number => Number.parseInt(uuidOf(suffix).replace('-', '').slice(0, 12), 16);
    const made = [make(), make(), make()];
    expect(made.map(millisOf)).toEqual([7, 8, 8]);
    expect([...made].sort()).toEqual(made);
  });
});
