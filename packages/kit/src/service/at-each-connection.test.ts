import { describe, expect, test } from 'vitest';
import { silentLog } from '../telemetry/log.ts';
import { atEachConnection } from './at-each-connection.ts';

describe('atEachConnection', () => {
  const staged = (work: () => Promise<boolean>) => {
    const bus = { connection: 0, isAway: true };
    const worker = atEachConnection(
      { isConnected: () => !bus.isAway, connections: () => bus.connection },
      { intervalMs: 60_000, lookMs: 5 },
      'test',
      silentLog,
      work,
    );
    return { bus, worker };
  };
  const looks = () => new Promise((resolve) => setTimeout(resolve, 40));

  test('runs once per connection, even if NATS was unavailable only between two checks', async () => {
    let runs = 0;
    const { bus, worker } = staged(async () => (runs += 1) > 0);
    worker.start();
    await looks();
    expect(runs).toBe(0);
    Object.assign(bus, { connection: 1, isAway: false });
    await looks();
    expect(runs).toBe(1);
    bus.connection = 2;
    await looks();
    expect(runs).toBe(2);
    await worker.stop();
  });

  test.each<[string, () => Promise<boolean>]>([
    [
      'fails',
      async () => {
        throw new Error('the store is away');
      },
    ],
    ['is not done', async () => false],
  ])('runs again if it %s', async (_how, first) => {
    let runs = 0;
    const { bus, worker } = staged(async () => ((runs += 1) < 3 ? first() : true));
    Object.assign(bus, { connection: 1, isAway: false });
    worker.start();
    await looks();
    await looks();
    expect(runs).toBe(3);
    await worker.stop();
  });

  test('a connection that is established during a run triggers another run', async () => {
    let runs = 0;
    const { bus, worker } = staged(async () => {
      if ((runs += 1) === 1) bus.connection = 2;
      return true;
    });
    Object.assign(bus, { connection: 1, isAway: false });
    worker.start();
    await looks();
    expect(runs).toBe(2);
    await worker.stop();
  });
});
