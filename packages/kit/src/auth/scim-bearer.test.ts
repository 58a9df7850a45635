import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newScimBearer, scimBearerDigest } from './scim-bearer.ts';

describe('a SCIM bearer', () => {
  test('is found by its prefix and verified by the digest of the whole token', () => {
    const token = newScimBearer(randomBytes);
    expect(token).toMatch(/^scim_[0-9A-Za-z]{10}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/);
    expect(scimBearerDigest(token)).toEqual({
      lookup: token.slice(5, 15),
      sha256: createHash('sha256').update(token).digest(),
    });
  });

  test('is invalid after a change to any single character', () => {
    const token = newScimBearer(randomBytes);
    fc.assert(
      fc.property(
        fc.nat({ max: token.length - 1 }),
        fc.constantFrom('a', 'B', '7', '_', ' '),
        (at, character) =>
          token.charAt(at) === character ||
          scimBearerDigest(token.slice(0, at) + character + token.slice(at + 1)) === undefined,
      ),
    );
  });

  test('uses every character of its alphabet with equal probability', () => {
    const drawn = newScimBearer((bytes) =>
      Buffer.from(Array.from({ length: bytes }, (_, i) => 255 - i)),
    );
    expect(scimBearerDigest(drawn)).toBeDefined();
    expect(scimBearerDigest(`${drawn}\n`)).toBeUndefined();
  });
});
