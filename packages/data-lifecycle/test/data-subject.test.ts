import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { createTestDatabase } from '@platform/testkit/stores';
import type { TestDatabase } from '@platform/testkit/stores';
import { database, migrate } from '@platform/kit/database';
import type { Database, Tx, TxContext } from '@platform/kit/database';
import { listenRpc, rpcPeer } from '@platform/kit/grpc';
import type { RpcPeer, RpcServer } from '@platform/kit/grpc';
import { newId } from '@platform/kit/ids';
import { silentLog } from '@platform/kit/telemetry';
import { serveDataSubject } from '../src/data-subject/data-subject.ts';
import type { SubjectAct, SubjectAnswer } from '../src/data-subject/data-subject.ts';

let store: TestDatabase;
let db: Database;
let server: RpcServer;
let peer: RpcPeer;
/** The service's erasure in the current test. */
let erase: SubjectAct;

const tenantId = newId('tenant');
const context: TxContext = { tenantId, actor: { type: 'system', id: 'test' } };

beforeAll(async () => {
  store = await createTestDatabase();
  const folder = new URL('../src/data-subject/', import.meta.url);
  await migrate({ url: store.url, schema: 'notes', folder, log: silentLog });
  await withClient(store.url, (client) =>
    client.query(`SET search_path = notes; CREATE TABLE note (tenant_id text NOT NULL, id int, user_id text, PRIMARY KEY (tenant_id, id));
      SELECT own_by_tenant('note')`),
  );
  const settings = { maxConnections: 4, statementTimeoutMs: 10_000, log: silentLog };
  db = database({ service: 'notes', url: store.url, schema: 'notes', ...settings });
  server = await listenRpc({
    port: 0,
    log: silentLog,
    verifyCaller: async () => ({ serviceAccount: 'compliance' }) as never,
    mounts: [
      serveDataSubject({
        peer: 'notes',
        db,
        erase: {
          inSteps: (at, request) =>
            'inSteps' in erase ? erase.inSteps(at, request) : Promise.reject(new Error('at once')),
        },
        deactivate: {
          atOnce: (tx, request) =>
            'atOnce' in erase ? erase.atOnce(tx, request) : Promise.reject(new Error('in steps')),
        },
      }),
    ],
  });
  peer = rpcPeer({ address: `127.0.0.1:${server.port}`, token: async () => 'token' });
});
afterAll(async () => {
  peer.close();
  await server.close(0);
  await db.close();
  await store.drop();
});

const write = (userId: string): Promise<unknown> =>
  db.transact(context, (tx) =>
    tx.execute(
      `INSERT INTO note SELECT $1, n + (SELECT count(*) FROM note), $2 FROM generate_series(1, 10) n`,
      [tenantId, userId],
    ),
  );
const left = async (userId: string): Promise<number> =>
  (
    await db.read(context, (tx) =>
      tx.rows('SELECT FROM note WHERE tenant_id = $1 AND user_id = $2', [tenantId, userId]),
    )
  ).length;
const remove = (tx: Tx, userId: string, limit: number): Promise<number> =>
  tx.execute(
    `DELETE FROM note WHERE tenant_id = $1 AND id IN (SELECT id FROM note WHERE tenant_id = $1 AND user_id = $2 LIMIT $3)`,
    [tenantId, userId, limit],
  );
const done = (count: number): SubjectAnswer => ({
  outcome: 'DONE',
  items: [{ category: 'notes', action: 'DELETED', count, retentionReason: '', retainedUntil: '' }],
});
/** Mimics killing the process: the transaction's connection is gone, and nothing is committed. */
const die = (tx: Tx): Promise<unknown> =>
  tx.row('SELECT pg_terminate_backend(pg_backend_pid())', []);

const ask = (method: 'Deactivate' | 'Erase', userId: string, requestId: string) =>
  peer.service('platform.datasubject.v1.DataSubject')[method]({ tenantId, requestId, userId });
const failed = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => false,
    () => true,
  );

describe('a phase that runs in one transaction', () => {
  test.each(['before', 'after'] as const)(
    'that dies %s its work is carried out by the repeat, and has the same answer from then on',
    async (line) => {
      const [userId, requestId] = [newId('user'), newId('erasureRequest')];
      await write(userId);
      let calls = 0;
      erase = {
        async atOnce(tx) {
          calls += 1;
          if (calls === 1 && line === 'before') await die(tx);
          const count = await remove(tx, userId, 100);
          if (calls === 1 && line === 'after') await die(tx);
          return done(count);
        },
      };
      expect(await failed(ask('Deactivate', userId, requestId))).toBe(true);
      expect(await left(userId)).toBe(10);
      const answer = await ask('Deactivate', userId, requestId);
      expect(answer.items).toMatchObject([{ category: 'notes', count: 10 }]);
      expect(await left(userId)).toBe(0);
      // The caller may have crashed before it stored the answer.
      expect(await ask('Deactivate', userId, requestId)).toEqual(answer);
      expect(calls).toBe(2);
    },
  );
});

describe('a phase that runs in steps', () => {
  test('is continued by the repeat after a crash between two steps', async () => {
    const [userId, requestId] = [newId('user'), newId('erasureRequest')];
    await write(userId);
    let isFirst = true;
    erase = {
      async inSteps(at) {
        await db.transact(at, (tx) => remove(tx, userId, 4));
        if (isFirst) {
          isFirst = false;
          throw new Error('killed');
        }
        return done(await db.transact(at, (tx) => remove(tx, userId, 100)));
      },
    };
    expect(await failed(ask('Erase', userId, requestId))).toBe(true);
    expect(await left(userId)).toBe(6);
    const answer = await ask('Erase', userId, requestId);
    expect([answer.outcome, await left(userId)]).toEqual(['DONE', 0]);
    expect(await ask('Erase', userId, requestId)).toEqual(answer);
  });

  test('returns its kept answer to both of two concurrent callers', async () => {
    const [userId, requestId] = [newId('user'), newId('erasureRequest')];
    await write(userId);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let calls = 0;
    erase = {
      async inSteps(at) {
        const isFirst = (calls += 1) === 1;
        const count = await db.transact(at, (tx) => remove(tx, userId, isFirst ? 4 : 100));
        if (isFirst) await released;
        return done(count);
      },
    };
    const slow = ask('Erase', userId, requestId);
    await expect.poll(() => left(userId)).toBe(6);
    const quick = await ask('Erase', userId, requestId);
    release();
    expect(await slow).toEqual(quick);
    expect(await ask('Erase', userId, requestId)).toEqual(quick);
  });
});
