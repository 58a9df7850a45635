import { describe, expect, test } from 'vitest';
import { defaultTenantId, isId } from '@platform/contracts';
import fc from 'fast-check';
import { TypeID } from 'typeid-js';
import { idFromUuid, newId, uuidOf } from './ids.ts';
import { sortingSuffix } from './suffix.ts';

const uuidIn = (suffix: string): string => TypeID.fromString(`usr_${suffix}`).toUUID();

describe('newId', () => {
  test('is a TypeID that the library can parse, with the current millisecond', () => {
    const before = Date.now();
    const id = newId('user');
    expect(isId('user', id)).toBe(true);
    const uuid = TypeID.fromString(id).toUUID();
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const millis = Number.parseInt(uuid.replace('-', '').slice(0, 12), 16);
    expect(millis).toBeGreaterThanOrEqual(before);
    expect(millis).toBeLessThanOrEqual(Date.now());
  });

  test('is unique and sorts by creation time', () => {
    const ids = Array.from({ length: 20_000 }, () => newId('event'));
    expect(new Set(ids).size).toBe(ids.length);
    expect([...ids].sort()).toEqual(ids);
  });
});

describe('uuidOf', () => {
  test('is the inverse of idFromUuid', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }), (bits) => {
        const uuid = bits
          .toString(16)
          .padStart(32, '0')
          .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
        expect(isId('tenant', idFromUuid('tenant', uuid))).toBe(true);
        expect(uuidOf('tenant', idFromUuid('tenant', uuid))).toBe(uuid);
      }),
    );
  });

  test('agrees with the library for UUIDs that have a version', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        expect(idFromUuid('tenant', uuid)).toBe(TypeID.fromUUID('tnt', uuid).toString());
        expect(uuidOf('tenant', idFromUuid('tenant', uuid))).toBe(
          TypeID.fromString(idFromUuid('tenant', uuid)).toUUID(),
        );
      }),
    );
  });

  test('accepts the id of the default tenant, whose UUID has no version', () => {
    expect(uuidOf('tenant', defaultTenantId)).toBe('00000000-0000-0000-0000-000000000001');
  });

  test.each([
    '',
    'tnt_',
    'usr_01jd3v9k2wf8h8x1q0m5c7n4ra',
    'tnt_81jd3v9k2wf8h8x1q0m5c7n4ra',
    '0193472c-9a1f-7a2d-8e82-4c1b2c3d4e5f',
  ])('rejects %j', (id) => {
    expect(() => uuidOf('tenant', id)).toThrow('not an id of the form tnt_…');
  });
});

describe('sortingSuffix', () => {
  test('contains every bit: time, version, variant, random bits', () => {
    fc.assert(
      fc.property(
        fc.nat(2 ** 48 - 1),
        fc.uint8Array({ minLength: 10, maxLength: 10 }),
        (millis, bytes) => {
          const make = sortingSuffix(
            () => millis,
            (pool) => Buffer.from(pool.buffer, pool.byteOffset, pool.length).fill(bytes),
          );
          const bits = (value: number, count: number): string =>
            value.toString(2).padStart(count, '0');
          const sequence = bits(Buffer.from(bytes).readUInt32BE(6) >>> 7, 26);
          const expected =
            bits(millis, 48) +
            '0111' +
            sequence.slice(0, 12) +
            '10' +
            sequence.slice(12) +
            Array.from(bytes.subarray(0, 6), (byte) => bits(byte, 8)).join('');
          expect(BigInt(`0x${uuidIn(make()).replaceAll('-', '')}`)).toBe(BigInt(`0b${expected}`));
        },
      ),
    );
  });

  test.each([
    ['within a millisecond', [5, 5, 5]],
    ['when the clock goes back', [9, 3, 9, 10]],
  ])('increases %s', (_, times) => {
    const ticks = [...times];
    const make = sortingSuffix(() => ticks.shift()!);
    const made = times.map(() => make());
    expect([...new Set(made)].sort()).toEqual(made);
  });

  test('advances by a millisecond when its counter is exhausted', () => {
    // With all random bits set, the counter starts at the highest value and is exhausted
    // immediately.
    const make = sortingSuffix(
      () => 7,
      (pool) => pool.fill(0xff),
      2 ** 25,
    );
    const millisOf = (suffix: string): number =>
      Number.parseInt(uuidIn(suffix).replace('-', '').slice(0, 12), 16);
    const made = [make(), make(), make()];
    expect(made.map(millisOf)).toEqual([7, 8, 8]);
    expect([...made].sort()).toEqual(made);
  });
});
