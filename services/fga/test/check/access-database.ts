import { createTestDatabase } from '@platform/dev/testing';
import { database, migrate } from '@platform/kit/database';
import type { Database } from '@platform/kit/database';
import { silentLog } from '@platform/kit/log';

/** The schema of access in a database of its own, for tests that need no process. */
export async function accessDatabase({
  maxConnections = 4,
  statementTimeoutMs = 10_000,
} = {}): Promise<{ db: Database; url: string; stop: () => Promise<void> }> {
  const test = await createTestDatabase();
  await migrate({
    url: test.url,
    schema: 'access',
    folder: new URL('../../migrations/', import.meta.url),
    log: silentLog,
  });
  const db = database({
    service: 'fga',
    url: test.url,
    schema: 'access',
    maxConnections,
    statementTimeoutMs,
    log: silentLog,
  });
  return {
    db,
    url: test.url,
    stop: async () => {
      await db.close();
      await test.drop();
    },
  };
}
