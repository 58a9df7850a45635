import { describe, expect, test } from 'vitest';
import { isReservedClaim } from './reserved-claims.ts';

describe('reserved claims', () => {
  test.each([
    ['sub', true],
    ['tnt', true],
    ['roles', true],
    ['__proto__', true],
    ['_claim_names', true],
    ['platform_x', true],
    ['https://platform.example/plan', true],
    ['HTTPS://API.platform.example/plan', true],
    ['https://platform.example:8443/x', true],
    ['https://platform.example', true],
    ['https://x@platform.example./y', true],
    ['https://notplatform.example/plan', false],
    ['https://acme.example/platform.example', false],
    ['groups', false],
    ['department', false],
    ['Sub', false],
    ['platforms', false],
  ])('%s: %s', (name, expected) => {
    expect(isReservedClaim(name, 'platform.example')).toBe(expected);
  });
});
