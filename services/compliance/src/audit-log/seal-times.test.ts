import { newId } from '@platform/kit/ids';
import { describe, expect, test } from 'vitest';
import { sealTimes } from './seal-times.ts';

const hourMs = 3_600_000;
const at = (time: string): Date => new Date(`2026-03-01T${time}Z`);

describe('sealTimes', () => {
  test('gives a tenant the same place in every interval, at most one interval away', () => {
    const sealTimeOf = sealTimes('0 0 * * * *');
    const tenant = newId('tenant');
    const first = sealTimeOf(tenant, at('10:00:00')).getTime();
    expect(first - at('10:00:00').getTime()).toBeGreaterThan(0);
    expect(first - at('10:00:00').getTime()).toBeLessThanOrEqual(hourMs);
    expect(sealTimeOf(tenant, new Date(first)).getTime()).toBe(first + hourMs);
    expect(sealTimeOf(tenant, new Date(first - 1)).getTime()).toBe(first);
    expect(sealTimeOf(tenant, new Date(first - hourMs)).getTime()).toBe(first);
  });

  test('spreads tenants over the interval', () => {
    const sealTimeOf = sealTimes('0 0 * * * *');
    const minutes = Array.from({ length: 6_000 }, () =>
      sealTimeOf(newId('tenant'), at('10:00:00')).getUTCMinutes(),
    );
    const most = Math.max(
      ...Array.from({ length: 60 }, (_, minute) => minutes.filter((m) => m === minute).length),
    );
    expect(most).toBeLessThan(200);
  });

  test('follows the intervals of the schedule', () => {
    const sealTimeOf = sealTimes('0 0 */6 * * *');
    const tenant = newId('tenant');
    const early = sealTimeOf(tenant, at('00:00:00')).getTime();
    const late = sealTimeOf(tenant, at('12:00:00')).getTime();
    expect(late - early).toBe(12 * hourMs);
  });
});
