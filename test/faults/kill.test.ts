import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withClient } from '@platform/dev/postgres';
import { eventually } from '@platform/testkit/eventually';
import { Webhook } from 'standardwebhooks';
import { runsLongTests } from '@platform/testkit/long-tests';
import { ownPlatform } from '@platform/testkit/platform';
import type { OwnPlatform } from '@platform/testkit/platform';
import { startHttpPeer, startSyslogPeer } from '../../services/outbound/test/siem-peers.ts';
import type { Peer } from '../../services/outbound/test/siem-peers.ts';

// Enough for every process to be killed, and in a long run, several times on two cores.
const users = runsLongTests ? 800 : 300;
const clients = 8;
const victims = ['directory', 'nats', 'outbound', 'postgres'];
const failingShare = 0.2;

let platform: OwnPlatform;
let token: string;
let webhook: Webhook;
/** Events that the receiver took well, by user. */
const received = new Map<string, number>();
/** Users in the order in which the sink first took their events. */
const sunk = new Set<string>();
let refused = 0;

interface Received {
  subject: { id: string };
}

/** Destinations of sinks of other kinds. Each resets, throttles, rejects and slows down its first batches. */
const peers = new Map<string, Peer>();

const otherSinks: Record<string, (peer: Peer) => Record<string, unknown>> = {
  splunk_hec: ({ port }) => ({
    config: { url: `https://localhost:${port}` },
    credentials: { token: 'a-token-of-splunk' },
  }),
  elastic: ({ port }) => ({
    config: { url: `https://localhost:${port}`, dataStream: 'logs-platform' },
    credentials: { apiKey: 'an-api-key' },
  }),
  s3: ({ port }) => ({
    config: { bucket: 'audit', region: 'eu-west-1', endpoint: `https://localhost:${port}` },
    credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a-secret-of-the-key' },
  }),
  syslog_tls: ({ port }) => ({ config: { host: 'localhost', port } }),
};

function startPeer(kind: string): Promise<Peer> {
  if (kind === 'syslog_tls') return startSyslogPeer();
  return startHttpPeer((_path, ids) => ({
    status: 200,
    body: {
      text: 'Success',
      code: 0,
      errors: false,
      items: ids.map(() => ({ create: { status: 201 } })),
    },
  }));
}

async function addSink(body: Record<string, unknown>): Promise<void> {
  const sink = await platform.call('post', '/api/v1/siem/sinks', {
    token,
    body: {
      filter: { channels: ['lifecycle'], eventTypes: ['user.created'] },
      batch: { maxSeconds: 1 },
      ...body,
    },
  });
  expect([sink.status, sink.body]).toMatchObject([200, { status: 'active' }]);
}

const receiver = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    if (Math.random() < failingShare) {
      refused++;
      res.writeHead(500).end();
      return;
    }
    const body = Buffer.concat(chunks).toString();
    if (req.url === '/sink') {
      for (const { subject } of JSON.parse(body) as Received[]) sunk.add(subject.id);
      res.writeHead(204).end();
      return;
    }
    const event = webhook.verify(body, req.headers as Record<string, string>) as Received;
    received.set(event.subject.id, (received.get(event.subject.id) ?? 0) + 1);
    res.writeHead(204).end();
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, 'localhost', resolve));
  platform = await ownPlatform({
    durable: true,
    settings: {
      'platform.webhooks.delivery.retry-schedule':
        '300ms,500ms,1s,1s,2s,2s,3s,3s,5s,5s,5s,5s,5s,5s',
      'platform.webhooks.delivery.max-rate-per-endpoint': '2000',
      'platform.webhooks.circuit.open-min': '500ms',
      'platform.webhooks.circuit.open-max': '1s',
    },
  });
  token = await platform.token('demo');
  const at = `http://localhost:${(receiver.address() as AddressInfo).port}`;
  await addSink({
    name: 'Collector',
    kind: 'http',
    config: { url: `${at}/sink`, contentType: 'array' },
  });
  for (const [kind, settingsOf] of Object.entries(otherSinks)) {
    const peer = await startPeer(kind);
    peers.set(kind, peer);
    await addSink({ name: kind, kind, ...settingsOf(peer), tls: { caPem: peer.cert } });
  }
  const { body } = await platform.call('post', '/api/v1/webhook-endpoints', {
    token,
    body: {
      url: `${at}/hook`,
      eventTypes: ['user.created'],
      rateLimitPerSecond: 100,
    },
  });
  webhook = new Webhook(body.secret);
});
afterAll(async () => {
  await platform.stop();
  await Promise.all([...peers.values()].map((peer) => peer.stop()));
  receiver.close();
  receiver.closeAllConnections();
});

/** Creates one user, repeating the same request with the same key until it is answered. Returns the id. */
async function createUser(email: string): Promise<string> {
  for (const end = Date.now() + 90_000; Date.now() < end;) {
    const answer = await platform
      .call('post', '/api/v1/directory/users', {
        token,
        body: { email },
        headers: { 'idempotency-key': `fault-${email}` },
      })
      .catch(() => undefined);
    if (answer?.status === 200) return answer.body.id as string;
    const mayRepeat =
      !answer || answer.status >= 500 || answer.body.code === 'idempotency_key_in_use';
    if (!mayRepeat) throw new Error(`${email}: ${JSON.stringify(answer.body)}`);
    await pause(50 + Math.random() * 150);
  }
  throw new Error(`${email} was never answered`);
}

/**
 * Kills one process after the other at random moments until `done`, first each that was not `killed` yet; the supervisor brings
 * each back.
 */
async function killAtRandom(done: AbortSignal, killed: Set<string>): Promise<void> {
  while (!done.aborted) {
    await pause(1000 + Math.random() * 2000);
    const spared = victims.find((name) => !killed.has(name));
    const name = spared ?? (victims[Math.floor(Math.random() * victims.length)] as string);
    const { pid } = platform.processes.get(name) ?? {};
    if (done.aborted || pid === undefined) continue;
    try {
      process.kill(pid, 'SIGKILL');
      killed.add(name);
    } catch {
      /* it was on its way down already */
    }
  }
}

/** Every user.created of the Events API, in order. */
async function createdEvents(): Promise<{ id: string; subject: { id: string } }[]> {
  const events: { id: string; subject: { id: string } }[] = [];
  for (let cursor = '', more = true; more;) {
    const { body } = await platform.call(
      'get',
      `/api/v1/events?type=user.created&limit=200${cursor && `&cursor=${cursor}`}`,
      { token },
    );
    events.push(...body.data);
    [cursor, more] = [body.nextCursor, body.hasMore];
  }
  return events;
}

/** The directory's state of these users' facts, for the message of a failed test. */
const owed = (subjects: readonly string[]): Promise<unknown[]> =>
  subjects.length === 0
    ? Promise.resolve([])
    : withClient(
        platform.postgresUrl,
        async (client) =>
          (
            await client.query(
              `SELECT u.id, u.created_at, o.envelope->>'type' AS type, o.position, p.published_until FROM directory.users u LEFT JOIN directory.outbox o ON o.tenant_id = u.tenant_id AND o.envelope->>'subject' = 'user/' || u.id LEFT JOIN directory.outbox_pending p ON p.tenant_id = o.tenant_id AND o.position BETWEEN p.position AND p.last_position WHERE u.id = ANY ($1)`,
              [subjects],
            )
          ).rows,
      );

describe(`at least ${users} users from ${clients} clients while processes are killed`, () => {
  const ids: string[] = [];

  test('every request eventually succeeds, without duplicates', async () => {
    const done = new AbortController();
    const killed = new Set<string>();
    const killing = killAtRandom(done.signal, killed);
    let next = 0;
    const isOver = (): boolean => next >= users && killed.size === victims.length;
    try {
      await Promise.all(
        Array.from({ length: clients }, async () => {
          while (!isOver()) ids.push(await createUser(`fault${next++}@example.com`));
        }),
      );
    } finally {
      done.abort();
    }
    await killing;
    expect(new Set(ids).size).toBe(next);
  }, 400_000);

  test('each has exactly one user.created in the Events API', async () => {
    await eventually(async () => (await createdEvents()).length >= ids.length);
    const seen = new Map<string, number>();
    for (const { subject } of await createdEvents())
      seen.set(subject.id, (seen.get(subject.id) ?? 0) + 1);
    const wrong = ids.filter((id) => seen.get(id) !== 1);
    expect({ wrong, facts: await owed(wrong) }).toEqual({ wrong: [], facts: [] });
    expect(seen.size).toBe(ids.length);
  });

  test('the sequence of the tenant has no gap', async () => {
    await withClient(platform.postgresUrl, async (client) => {
      const { rows } = await client.query<{
        tenant_id: string;
        first: string;
        last: string;
        n: string;
      }>(
        'SELECT tenant_id, min(seq) AS first, max(seq) AS last, count(DISTINCT seq) AS n FROM outbound.events GROUP BY tenant_id',
      );
      expect(rows.length).toBeGreaterThan(0);
      for (const { first, last, n } of rows)
        expect([Number(first), Number(last)]).toEqual([1, Number(n)]);
    });
  });

  test('each was delivered at least once, to a receiver that fails one time in five', async () => {
    await eventually(async () => ids.every((id) => received.has(id)));
    expect(ids.filter((id) => !received.has(id))).toEqual([]);
    expect(refused).toBeGreaterThan(ids.length * failingShare * 0.5);
  });

  test('the sink received each at least once, in the order of the Events API', async () => {
    await eventually(() => sunk.size >= ids.length);
    expect([...sunk]).toEqual((await createdEvents()).map(({ subject }) => subject.id));
  });

  test('sinks of other kinds miss none either', async () => {
    const created = (await createdEvents()).map(({ id }) => id);
    const missing = (): Record<string, number> =>
      Object.fromEntries(
        [...peers].map(([kind, { taken }]) => [
          kind,
          created.filter((id) => !taken.has(id)).length,
        ]),
      );
    const none = Object.fromEntries([...peers.keys()].map((kind) => [kind, 0]));
    await eventually(() => Object.values(missing()).every((count) => count === 0));
    expect(missing()).toEqual(none);
  });
});
