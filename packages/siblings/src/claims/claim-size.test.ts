import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { fitClaims } from './claim-size.ts';
import type { CandidateClaims } from './claim-size.ts';

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const long = (bytes: number): string => 'x'.repeat(bytes);
const all: CandidateClaims = {
  roles: ['auditor', long(100)],
  permissions: ['invoice:approve', long(100)],
  entitlements: ['identity', long(100)],
  elevated: { elevated_scopes: ['tenant:users.write'], elevated_until: 1795153262 },
  custom: [
    { name: 'small', value: long(100), isRequired: false },
    { name: 'large', value: long(300), isRequired: false },
    { name: 'plan', value: long(100), isRequired: true },
  ],
};

describe('fitClaims', () => {
  test('keeps everything that fits', () => {
    const { claims, bytes, overage } = fitClaims(all, 8_192);
    expect(Object.keys(claims).sort()).toEqual([
      'elevated_scopes',
      'elevated_until',
      'entitlements',
      'large',
      'permissions',
      'plan',
      'roles',
      'small',
    ]);
    expect([bytes, overage]).toEqual([bytesOf(claims), []]);
    expect(fitClaims({}, 8_192)).toEqual({ claims: {}, bytes: 2, overage: [] });
  });

  const whole = bytesOf(fitClaims(all, 8_192).claims);
  const order = ['large', 'small', 'permissions', 'entitlements', 'roles'];
  test.each(order.map((_, gone) => [gone] as const))(
    'omits complete claims in their order: step %d',
    (gone) => {
      // The claims that are left after `gone` were dropped exceed the target by one byte.
      const target = gone === 0 ? whole : bytesOf(fitClaims(all, stepTarget(gone)).claims);
      expect(fitClaims(all, target).overage).toEqual(order.slice(0, gone));
      expect(fitClaims(all, target - 1).overage).toEqual(order.slice(0, gone + 1));
    },
  );
  /** The largest target at which this many claims are dropped. */
  function stepTarget(gone: number): number {
    let target = whole;
    while (fitClaims(all, target).overage.length < gone) target -= 1;
    return target;
  }

  test('lists omitted claims in `overage`, and never truncates a list', () => {
    const { claims } = fitClaims(all, stepTarget(3));
    expect(claims).toMatchObject({
      overage: ['large', 'small', 'permissions'],
      entitlements: all.entitlements,
      roles: all.roles,
    });
    expect(Object.keys(claims)).not.toContain('permissions');
  });

  test('always keeps required and elevated claims', () => {
    const { claims, bytes } = fitClaims(
      { ...all, custom: [{ name: 'plan', value: long(20_000), isRequired: true }] },
      1_024,
    );
    expect(Object.keys(claims).sort()).toEqual([
      'elevated_scopes',
      'elevated_until',
      'overage',
      'plan',
    ]);
    expect(bytes).toBe(bytesOf(claims));
  });

  test('meets the target even if names alone exceed it', () => {
    const custom = Array.from({ length: 50 }, (_, i) => ({
      name: `c${i}${long(120)}`,
      value: long(200),
      isRequired: false,
    }));
    const { claims, bytes, overage } = fitClaims({ ...all, custom }, 1_024);
    expect([bytes <= 1_024, bytes]).toEqual([true, bytesOf(claims)]);
    expect(overage).toEqual(
      expect.arrayContaining(['permissions', 'entitlements', 'roles', custom[10]!.name]),
    );
    expect(overage.length).toBeLessThan(12);
  });

  test('counts bytes of UTF-8, not characters', () => {
    const custom = [{ name: 'größe', value: '€'.repeat(400), isRequired: false }];
    expect(fitClaims({ custom }, 1_300).overage).toEqual([]);
    expect(fitClaims({ custom }, 1_200).overage).toEqual(['größe']);
  });

  const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { maxLength: 60 });
  const customClaims = fc.uniqueArray(
    fc.record({
      name: fc.string({ minLength: 1, maxLength: 128 }).map((s) => `c${s}`),
      value: fc.jsonValue({ maxDepth: 3 }),
      isRequired: fc.boolean(),
    }),
    { maxLength: 50, selector: (c) => c.name },
  );
  const candidates = fc.record(
    {
      roles: texts,
      permissions: texts,
      entitlements: texts,
      custom: customClaims,
      elevated: fc.record({
        elevated_scopes: fc.array(fc.string({ maxLength: 20 }), { maxLength: 20 }),
        elevated_until: fc.nat(),
      }),
    },
    { requiredKeys: [] },
  );

  test('meets the target unless required claims are larger, and lists omitted claims', () => {
    fc.assert(
      fc.property(candidates, fc.integer({ min: 1_024, max: 9_000 }), (given, target) => {
        const { claims, bytes, overage } = fitClaims(given, target);
        expect(bytes).toBe(bytesOf(claims));
        const required = (given.custom ?? []).filter((c) => c.isRequired);
        if (required.length === 0) expect(bytes).toBeLessThanOrEqual(target);
        // Whole claims, unchanged, and none dropped without a reason.
        for (const [name, value] of Object.entries(claims))
          if (name !== 'overage') expect(value).toEqual(valueIn(given, name));
        for (const c of required) expect(Object.hasOwn(claims, c.name)).toBe(true);
        for (const name of Object.keys(given.elevated ?? {}))
          expect(Object.hasOwn(claims, name)).toBe(true);
        const optional = (given.custom ?? []).filter((c) => !c.isRequired);
        const present = (name: string): boolean => Object.hasOwn(claims, name);
        if (overage.length === 0 && required.length > 0)
          expect(optional.every((c) => present(c.name))).toBe(true);
        const platform = ['permissions', 'entitlements', 'roles'].filter((name) => name in given);
        // In order: no claim of a later group is dropped while one of an earlier group is left.
        const goneAt = platform.findIndex(present);
        if (goneAt >= 0) expect(platform.slice(goneAt).every(present)).toBe(true);
        if (platform.some((name) => !present(name)))
          expect(optional.some((c) => present(c.name))).toBe(false);
      }),
      { numRuns: 500, endOnFailure: true },
    );
  });
  const valueIn = (given: CandidateClaims, name: string): unknown =>
    given.custom?.find((c) => c.name === name)?.value ??
    given.elevated?.[name] ??
    (given as Record<string, unknown>)[name] ??
    null;
});
