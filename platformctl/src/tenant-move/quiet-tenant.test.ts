import { describe, expect, test } from 'vitest';
import { untilQuiet } from './quiet-tenant.ts';
import type { Activity } from './quiet-tenant.ts';

/** Returns these activities, one per look, and the last one from then on. */
function looks(...activities: Activity[]) {
  let count = 0;
  return {
    look: async () => activities[Math.min(count++, activities.length - 1)] as Activity,
    count: () => count,
  };
}
const at = (position: string, ...pending: string[]): Activity => ({ position, pending });
const noWait = async (): Promise<void> => undefined;

describe('a tenant is at rest', () => {
  test('when nothing is in progress, and nothing has changed for three looks', async () => {
    const seen = looks(at('1', 'hub: events'), at('2'), at('3'), at('3'), at('3'));
    expect(await untilQuiet(seen.look, () => undefined, noWait)).toBe('3');
    expect(seen.count()).toBe(5);
  });

  test('only if nothing begins in the meantime', async () => {
    const seen = looks(at('1'), at('1'), at('1', 'fga: job'), at('1'), at('1'), at('1'));
    expect(await untilQuiet(seen.look, () => undefined, noWait)).toBe('1');
    expect(seen.count()).toBe(5);
  });

  test('or the work in progress is named', async () => {
    const seen = looks(at('1', 'directory: job user_bulk'));
    await expect(untilQuiet(seen.look, () => undefined, noWait)).rejects.toThrow(
      'directory: job user_bulk',
    );
  });
});
