import { describe, expect, test } from 'vitest';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { isAdmitted, noteAdmission } from './admissions.ts';
import type { Admission } from './admissions.ts';

/** A request whose client was looked up in second 1,000. */
function request(found: Partial<Admission> = {}): KoaContextWithOIDC {
  const ctx = {} as KoaContextWithOIDC;
  noteAdmission(ctx, { clientId: 'robot', at: 1_000, began: 50, notBefore: null, ...found });
  return ctx;
}
const token = (issuedAt = 1_000, clientId = 'robot') => ({ clientId, issuedAt });

describe('isAdmitted', () => {
  test('covers a token of the second in which the client was looked up', () => {
    expect(isAdmitted(request(), token(), 60)).toBe(true);
  });

  test.each<[string, Partial<Admission>, { clientId: string; issuedAt: number }, number]>([
    ['a later second, of which a cut-off could be earlier', {}, token(1_001), 60],
    ['another client', {}, token(1_000, 'other'), 60],
    ['a request that has waited', {}, token(), 150],
    ['a cut-off of the same second', { notBefore: 1_000 }, token(), 60],
    ['a cut-off that lies ahead', { notBefore: 1_003 }, token(), 60],
  ])('does not cover %s', (_name, found, asked, now) => {
    expect(isAdmitted(request(found), asked, now)).toBe(false);
  });

  test('covers a token after an earlier cut-off', () => {
    expect(isAdmitted(request({ notBefore: 999 }), token(), 60)).toBe(true);
  });

  test('knows nothing of a request whose client was not looked up', () => {
    expect(isAdmitted({} as KoaContextWithOIDC, token(), 60)).toBe(false);
  });
});
