import { beforeEach, describe, expect, test, vi } from 'vitest';
import { silentLog } from '../telemetry/telemetry.ts';
import { primaryFinder } from './primary.ts';

const urls = ['postgres://db-1/x', 'postgres://db-2/x'];
const [first, second] = urls as [string, string];
/** The timeline of each server: null for a standby, absent for one that is down. */
let timelines: Record<string, number | null>;
const probe = vi.fn<(url: string) => Promise<number | null>>((url) => {
  const timeline = timelines[url];
  return timeline === undefined ? Promise.reject(new Error('down')) : Promise.resolve(timeline);
});
const finder = () => primaryFinder({ urls, log: silentLog, probe });
const connectionTo = (timeline: number | null) => ({
  query: () =>
    Promise.resolve({ rows: [{ timeline: timeline?.toString(16).padStart(8, '0') ?? null }] }),
});
const check = (finding: ReturnType<typeof finder>, timeline: number | null) =>
  finding.check(connectionTo(timeline) as never);

describe('primaryFinder', () => {
  beforeEach(() => {
    timelines = {};
    probe.mockClear();
  });

  test('finds the primary among standbys and servers that are down, and remembers it', async () => {
    timelines = { [second]: 1 };
    const finding = finder();
    expect(await finding.current()).toBe(second);
    timelines = { [first]: 9 };
    expect(await finding.current()).toBe(second);
    expect(probe).toHaveBeenCalledTimes(2);
  });

  test('asks the servers once for all that wait', async () => {
    timelines = { [first]: 1, [second]: null };
    const finding = finder();
    await Promise.all([finding.current(), finding.current(), finding.current()]);
    expect(probe).toHaveBeenCalledTimes(2);
  });

  test('looks again once the primary is lost, and follows the promotion', async () => {
    timelines = { [first]: 1, [second]: null };
    const finding = finder();
    await finding.current();
    finding.lost();
    timelines = { [second]: null };
    await expect(finding.current()).rejects.toThrow('no database server accepts writes');
    timelines = { [second]: 2 };
    expect(await finding.current()).toBe(second);
  });

  test('prefers the newest of two primaries', async () => {
    timelines = { [first]: 3, [second]: 4 };
    expect(await finder().current()).toBe(second);
  });

  test('never returns to a former primary', async () => {
    timelines = { [first]: 1, [second]: 2 };
    const finding = finder();
    await finding.current();
    finding.lost();
    timelines = { [first]: 1 };
    await expect(finding.current()).rejects.toThrow('no database server accepts writes');
    await expect(check(finding, 1)).rejects.toThrow('no database server accepts writes');
    await check(finding, 2);
    await check(finding, 3);
  });

  test('refuses a connection to a standby, and looks again', async () => {
    timelines = { [first]: 1, [second]: null };
    const finding = finder();
    await finding.current();
    await expect(check(finding, null)).rejects.toThrow('no database server accepts writes');
    timelines = { [second]: 2 };
    expect(await finding.current()).toBe(second);
  });
});
