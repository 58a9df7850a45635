import { createTestDatabase } from '@platform/testkit/stores';
import { database } from '@platform/kit/database';
import type { Database } from '@platform/kit/database';
import { silentLog } from '@platform/kit/telemetry';

/** The schema of fga, which the engine's tables are part of, in a database of its own. */
export async function accessDatabase({
  maxConnections = 4,
  statementTimeoutMs = 10_000,
} = {}): Promise<{ db: Database; url: string; stop: () => Promise<void> }> {
  const test = await createTestDatabase({
    schema: 'access',
    migrations: new URL('../../../services/fga/migrations/', import.meta.url),
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
