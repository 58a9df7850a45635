import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { LOOPBACK, portSource } from './ports.ts';

describe('portSource', () => {
  test('gives each port only once, even beyond the size of a range', async () => {
    const take = portSource(100);
    const batches = await Promise.all([take(50), take(50), take(1)]);
    expect(new Set(batches.flat()).size).toBe(101);
  });

  test('stays below the ports of outgoing connections', async () => {
    const [first = 0] = await portSource(0)(1);
    const ports = await portSource(339)(1);
    expect(first).toBeGreaterThan(10_240);
    expect(Math.max(...ports)).toBeLessThan(32_768);
  });

  test('uses a range of ports that no other process uses', async () => {
    const own = await portSource(200)(63);
    const others = await portSource(200)(63);
    expect(others.filter((port) => own.includes(port))).toEqual([]);
  });

  test('skips a port that is in use', async () => {
    const take = portSource(250);
    const [port = 0] = await take(1);
    const server = createServer().listen(port + 1, LOOPBACK);
    try {
      expect(await take(2)).not.toContain(port + 1);
    } finally {
      server.close();
    }
  });
});
