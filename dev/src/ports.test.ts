import { createServer } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { LOOPBACK, freePorts } from './ports.ts';

// Everybody begins to look at the same range, so that two surely meet.
vi.mock('node:crypto', () => ({ randomInt: () => 7 }));

describe('freePorts', () => {
  test('gives each port once, more than a range holds', async () => {
    const batches = await Promise.all([freePorts(50), freePorts(50), freePorts(1)]);
    expect(new Set(batches.flat()).size).toBe(101);
  });

  test('stays below the ports of outgoing connections', async () => {
    for (const port of await freePorts(70)) {
      expect(port).toBeGreaterThan(10_240);
      expect(port).toBeLessThan(32_768);
    }
  });

  test('takes from a range that no other process takes from', async () => {
    const own = await freePorts(63);
    // Another instance of the module meets the first one's range as another process would.
    vi.resetModules();
    const other = await import('./ports.ts');
    const theirs = await other.freePorts(63);
    expect(theirs.filter((port) => own.includes(port))).toEqual([]);
  });

  test('passes over a port that somebody listens on', async () => {
    const [port = 0] = await freePorts(1);
    const server = createServer().listen(port + 1, LOOPBACK);
    try {
      expect(await freePorts(2)).not.toContain(port + 1);
    } finally {
      server.close();
    }
  });
});
