import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asProblem } from '@platform/kit/problem';
import { canDoWithout, requireOtherMethod } from './removal-rule.ts';
import type { RemovableMethod } from './removal-rule.ts';

const methods = fc.uniqueArray(
  fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), signsIn: fc.boolean() }),
  { selector: ({ id }) => id, maxLength: 5 },
);
const without = (all: readonly RemovableMethod[], id: string) => all.filter((one) => one.id !== id);
const byMail = { mailSignsIn: true };
const notByMail = { mailSignsIn: false };

describe('canDoWithout', () => {
  it('never leaves a user without a method, in whatever order methods are removed', () => {
    fc.assert(
      fc.property(methods, fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e')), (all, removals) => {
        fc.pre(all.some(({ signsIn }) => signsIn));
        const left = removals.reduce(
          (present: readonly RemovableMethod[], id) =>
            canDoWithout(present, id, notByMail) ? without(present, id) : present,
          all,
        );
        expect(left.some(({ signsIn }) => signsIn)).toBe(true);
      }),
    );
  });

  it('keeps no method that is not needed', () => {
    fc.assert(
      fc.property(methods, (all) => {
        for (const { id, signsIn } of all)
          if (!signsIn || without(all, id).some((one) => one.signsIn))
            expect(canDoWithout(all, id, notByMail)).toBe(true);
      }),
    );
  });

  it('allows to remove every method of a user who can sign in by mail', () => {
    expect(canDoWithout([{ id: 'a', signsIn: true }], 'a', byMail)).toBe(true);
  });
});

it('requireOtherMethod explains why the last method stays', () => {
  try {
    requireOtherMethod([{ id: 'a', signsIn: true }], 'a', notByMail);
    expect.unreachable();
  } catch (error) {
    const { code, details } = asProblem(error);
    expect([code, details.errors?.[0]?.code]).toEqual(['lockout_risk', 'last_sign_in_method']);
  }
});
