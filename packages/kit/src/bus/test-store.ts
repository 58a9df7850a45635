import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTestDatabase } from '@platform/testkit/stores';
import { database } from '../database/database.ts';
import type { Database } from '../database/database.ts';
import { newId } from '../ids/ids.ts';
import { silentLog } from '../telemetry/log.ts';

/** Creates a schema with only the kit's own tables, for tests. */
export async function testStore(): Promise<{ db: Database; url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'no-migrations-'));
  const store = await createTestDatabase({
    schema: 'shop',
    migrations: pathToFileURL(`${folder}/`),
  });
  const db = database({
    service: 'directory',
    url: store.url,
    schema: 'shop',
    maxConnections: 8,
    statementTimeoutMs: 10_000,
    log: silentLog,
  });
  return {
    db,
    url: store.url,
    async stop() {
      await db.close();
      await store.drop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Builds an event that matches the catalog. */
export const testEvent = (id = newId('user')) => ({
  type: 'user.deleted' as const,
  subject: { type: 'user', id },
  data: { user: { id, externalId: null }, origin: 'api' },
});

/** Publishes one event in a transaction of its own. */
export const publishTestEvent = (db: Database, tenantId: string, id?: string): Promise<string> =>
  db.transact(
    { tenantId, actor: { type: 'system', id: 'test' } },
    async (tx) => (await tx.publish(testEvent(id))).id,
  );
