import { randomBytes } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startNats } from '@platform/dev/nats';
import type { Nats } from '@platform/dev/nats';
import { withClient } from '@platform/dev/postgres';
import { eventually } from '@platform/testkit/eventually';
import { testPlatform } from '@platform/testkit/service';
import type { TestAnswer, TestApi, TestPlatform } from '@platform/testkit/service';
import { connectNats, temporaryFolder } from '@platform/testkit/stores';
import type { TemporaryFolder } from '@platform/testkit/stores';
import { outbound } from '../src/service.ts';
import { jetstreamManager } from '@platform/testkit/stores';

/** The drill of docs/backup.md: restores the stores to different times and checks what is lost. */
let folder: TemporaryFolder;
let nats: Nats;
let platform: TestPlatform;
let api: TestApi;
let database: string;
const made: string[] = [];

const storeDir = (): string => join(folder.path, 'nats');
// A separate server, because it is stopped and restored.
const start = (): Promise<Nats> =>
  startNats({
    storeDir: storeDir(),
    env: { ...process.env, NATS_URL: undefined, TEST_INFRA: undefined },
  });

/** Copies a database without connections. The copy is dropped after the test. */
async function copyOf(url: string): Promise<string> {
  const name = `restore_${randomBytes(6).toString('hex')}`;
  const source = new URL(url).pathname.slice(1);
  await withClient(Object.assign(new URL(url), { pathname: '/postgres' }).href, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${source}`),
  );
  made.push(name);
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/** Stops everything, changes the stores, and restarts. */
const standStill = (change: () => Promise<void> | void) =>
  platform.restart({}, async () => {
    await nats.stop();
    await change();
    nats = await start();
    return {
      'platform.nats.url': nats.url,
      'platform.database.url': database,
      'platform.database.migration-url': database,
    };
  });

/** Backs up both stores; each can be restored separately. */
async function backUp() {
  const kept = join(folder.path, `kept-${randomBytes(4).toString('hex')}`);
  let dump = '';
  await standStill(async () => {
    cpSync(storeDir(), kept, { recursive: true });
    dump = await copyOf(database);
  });
  return {
    async restoreDatabase() {
      database = await copyOf(dump);
    },
    restoreNats() {
      rmSync(storeDir(), { recursive: true });
      cpSync(kept, storeDir(), { recursive: true });
    },
  };
}

/** Waits until the restarted service has reached its dependencies. */
const answered = (ask: () => Promise<TestAnswer>): Promise<TestAnswer> =>
  eventually(async () => {
    const answer = await ask();
    return answer.status === 503 ? undefined : answer;
  });

async function create(name: string): Promise<void> {
  const body = { url: `https://${name}.example.com/`, eventTypes: ['user.created'] };
  const headers = { 'idempotency-key': `create-${name}` };
  const { status } = await answered(() => api.post('/api/v1/webhook-endpoints', { body, headers }));
  expect(status).toBe(200);
}
const nameOf = ({ url }: { url: string }): string => new URL(url).hostname.split('.')[0] as string;
async function kept(): Promise<string[]> {
  const { body } = await answered(() => api.get('/api/v1/webhook-endpoints'));
  return body.data.map(nameOf).sort();
}
const events = (cursor: string): Promise<TestAnswer> =>
  answered(() =>
    api.get(`/api/v1/events?type=webhook.endpoint_created${cursor && `&cursor=${cursor}`}`),
  );
async function announced(cursor = ''): Promise<{ names: string[]; cursor: string }> {
  const { status, body } = await events(cursor);
  expect(status).toBe(200);
  return {
    names: body.data.map(({ data }: any) => nameOf(data.webhookEndpoint)),
    cursor: body.nextCursor,
  };
}
/** Waits until exactly these names have been announced. Returns the cursor. */
const areAnnounced = (...names: string[]): Promise<string> =>
  eventually(
    async () => {
      const found = await announced();
      return found.names.join() === names.join() && found.cursor;
    },
    { what: `the events of ${names.join()}` },
  );

/** Returns the number of events in the stream, regardless of its consumers. */
async function streamed(): Promise<number> {
  const nc = await connectNats(nats.url);
  try {
    const manager = await jetstreamManager(nc);
    return (await manager.streams.info('EVENTS')).state.messages;
  } finally {
    await nc.close();
  }
}

/** One backup for all tests, which are steps of one drill, in this order. */
let backup: Awaited<ReturnType<typeof backUp>>;
beforeAll(async () => {
  folder = temporaryFolder('restore-test-');
  nats = await start();
  platform = await testPlatform(outbound, { 'platform.nats.url': nats.url });
  database = platform.database.url;
  api = await platform.as({ tenant: platform.hub.tenant('acme') });
  await create('one');
  await create('two');
  await areAnnounced('one', 'two');
  backup = await backUp();
});
afterAll(async () => {
  await platform?.stop();
  await nats?.stop();
  await withClient(
    Object.assign(new URL(database), { pathname: '/postgres' }).href,
    async (client) => {
      for (const name of made.splice(0)) await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  );
  folder.remove();
});

test('after a restore of PostgreSQL alone, the events show what was lost, without duplicates', async () => {
  await create('lost');
  await areAnnounced('one', 'two', 'lost');
  await standStill(backup.restoreDatabase);
  expect(await kept()).toEqual(['one', 'two']);
  const cursor = await areAnnounced('one', 'two', 'lost');
  await create('new');
  await areAnnounced('one', 'two', 'lost', 'new');
  expect((await announced(cursor)).names).toEqual(['new']);
});

test('after a restore of both stores, clients with a cursor beyond the log get an error instead of waiting forever', async () => {
  const cursor = await areAnnounced('one', 'two', 'lost', 'new');
  await standStill(async () => {
    backup.restoreNats();
    await backup.restoreDatabase();
  });
  await areAnnounced('one', 'two');
  const { status, body } = await events(cursor);
  expect([status, body.code]).toEqual([410, 'cursor_expired']);
  await create('three');
  await areAnnounced('one', 'two', 'three');
  expect((await announced(body.oldestCursor)).names).toEqual(['one', 'two', 'three']);
});

test.each([
  ['of an earlier moment', () => backup.restoreNats(), ['one', 'two', 'three'], 'four'],
  [
    'without anything',
    () => rmSync(storeDir(), { recursive: true }),
    ['one', 'two', 'three', 'four'],
    'five',
  ],
])(
  'NATS %s, PostgreSQL unchanged: lost messages are published again',
  async (_state, lose, names, next) => {
    await areAnnounced(...names);
    const before = await streamed();
    await standStill(lose);
    await eventually(async () => (await streamed()) === before, { what: 'publishing again' });
    await create(next);
    await areAnnounced(...names, next);
    expect(await kept()).toEqual([...names, next].sort());
  },
);
