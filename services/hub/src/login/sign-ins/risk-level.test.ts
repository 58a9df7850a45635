import { riskLevels } from '@platform/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { riskLevel } from './risk-level.ts';
import type { RiskSigns } from './risk-level.ts';

describe('the risk of a sign-in', () => {
  it.each<[string, string, Partial<RiskSigns>]>([
    ['in a known browser', 'low', {}],
    ['in a known browser after two failures', 'low', { ofPerson: 2 }],
    ['in a known browser after three failures', 'medium', { ofPerson: 3 }],
    ['in a known browser after ten failures', 'high', { ofPerson: 10 }],
    ['in a new browser', 'medium', { isDeviceKnown: false }],
    ['in a new browser after two failures', 'medium', { isDeviceKnown: false, ofPerson: 2 }],
    ['in a new browser after three failures', 'high', { isDeviceKnown: false, ofPerson: 3 }],
    ['from an address with nine failures', 'low', { fromAddress: 9 }],
    ['from an address with ten failures', 'medium', { fromAddress: 10 }],
    ['from an address with fifty failures', 'high', { fromAddress: 50 }],
  ])('%s is %s', (_name, level, signs) => {
    expect(riskLevel({ isDeviceKnown: true, ofPerson: 0, fromAddress: 0, ...signs })).toBe(level);
  });

  it('never decreases with another failure or in an unknown browser', () => {
    const rank = (signs: RiskSigns): number => riskLevels.indexOf(riskLevel(signs));
    const signs = fc.record({
      isDeviceKnown: fc.boolean(),
      ofPerson: fc.nat(60),
      fromAddress: fc.nat(60),
    });
    fc.assert(
      fc.property(
        signs,
        (given) =>
          rank(given) <= rank({ ...given, ofPerson: given.ofPerson + 1 }) &&
          rank(given) <= rank({ ...given, fromAddress: given.fromAddress + 1 }) &&
          rank(given) <= rank({ ...given, isDeviceKnown: false }),
      ),
    );
  });
});
