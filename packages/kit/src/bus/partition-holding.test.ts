import { expect, test, vi } from 'vitest';
import { silentLog } from '../telemetry/log.ts';
import { partitionHolding } from './partition-holding.ts';

test('a consumer stops even if the database is unavailable', async () => {
  const warn = vi.fn<() => void>();
  const holding = partitionHolding({
    db: { renew: () => Promise.reject(new Error('the database is away')) },
    holder: 'pod',
    canRead: () => true,
    onReleased: () => undefined,
    log: { ...silentLog, warn } as never,
  });
  const end = holding.add('ingest', ['1'], () => Promise.resolve());
  await expect(end()).resolves.toBeUndefined();
  expect(warn).toHaveBeenCalledWith(
    { err: expect.any(Error) },
    'partitions could not be released; their leases will expire',
  );
  await holding.close();
});
