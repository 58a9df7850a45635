import { riskLevels } from '@platform/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { riskLevel } from './risk-level.ts';
import type { RiskSigns } from './risk-level.ts';

describe('the risk of a sign-in', () => {
  it.each<[string, Partial<RiskSigns>, string]>([
    ['in a browser of the person', {}, 'low'],
    ['after two typing errors there', { ofPerson: 2 }, 'low'],
    ['after three', { ofPerson: 3 }, 'medium'],
    ['after ten', { ofPerson: 10 }, 'high'],
    ['in a new browser', { isDeviceKnown: false }, 'medium'],
    ['in a new browser after two typing errors', { isDeviceKnown: false, ofPerson: 2 }, 'medium'],
    ['in a new browser after three', { isDeviceKnown: false, ofPerson: 3 }, 'high'],
    ['from an address where nine others failed', { fromAddress: 9 }, 'low'],
    ['where ten failed', { fromAddress: 10 }, 'medium'],
    ['where fifty failed', { fromAddress: 50 }, 'high'],
  ])('%s', (_name, signs, level) => {
    expect(riskLevel({ isDeviceKnown: true, ofPerson: 0, fromAddress: 0, ...signs })).toBe(level);
  });

  it('never decreases with another failure or an unknown browser', () => {
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
