import { describe, expect, test } from 'vitest';
import { isAcrMet } from './acr.ts';

describe('meetsAcr', () => {
  test.each<[string | null, string, boolean]>([
    ['aal1', 'aal1', true],
    ['aal3', 'aal2', true],
    ['aal1', 'aal2', false],
    ['phrh', 'phr', true],
    ['phr', 'phrh', false],
    ['phrh', 'aal2', false],
    ['aal3', 'phr', false],
    ['urn:x', 'urn:x', true],
    ['urn:y', 'urn:x', false],
    [null, 'aal1', false],
  ])('%s for %s: %s', (actual, wanted, expected) =>
    expect(isAcrMet(actual, wanted)).toBe(expected),
  );
});
