import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { cursors } from '@platform/kit/database';
import { secretBox } from '@platform/kit/secrets';
import { accessToken } from '@platform/dev/access-token';
import { startPlatform } from '@platform/dev/platform';
import { withClient } from '@platform/dev/postgres';
import { temporaryFolder } from '@platform/testkit/stores';
import { newHistogram } from './histogram.ts';
import { keepAlive } from './keep-alive.ts';
import type { KeepAlive } from './keep-alive.ts';
import { describeMachine } from './machine.ts';
import { table, writeSection } from './report.ts';
import { personOf, seedPeople } from './users-seed.ts';

const people = '/api/v1/directory/users';
const size = { small: 1_000, large: Number(process.env.BENCH_USERS ?? 1_000_000) };
const rounds = Number(process.env.BENCH_ROUNDS ?? 250);
const warmUpRounds = 50;
const mostRatio = 1.2;
const mostMillis = 50;
const limit = 20;

/** A directory with this many people in one tenant, on separate stores. */
interface Directory {
  http: KeepAlive;
  template: Record<string, unknown>;
  ids: readonly string[];
  organizationId: string;
  deepCursor(filters: object, id: string): string;
  stop(): Promise<void>;
}

async function checked(http: KeepAlive, method: string, path: string, body?: unknown) {
  const answer = await http.call(method, path, body);
  if (answer.status !== 200)
    throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body}`);
  return { ...answer, json: JSON.parse(answer.body) };
}

/** A seeded person must be answered as one that the service itself made, and be found as such. */
async function verifySeed({ http, template, ids, organizationId }: Directory): Promise<void> {
  const n = ids.length;
  const id = ids[n - 1] as string;
  const person = personOf(n);
  const { email, displayName, givenName, familyName } = person;
  const { json: seeded } = await checked(http, 'GET', `${people}/${id}`);
  const made = {
    ...template,
    id,
    email,
    displayName,
    name: { ...(template['name'] as object), givenName, familyName },
  };
  if (!isDeepStrictEqual(seeded, made))
    throw new Error(`a seeded person is not whole: ${JSON.stringify(seeded)}`);
  const ways = [
    `email=${person.email}`,
    `q=${encodeURIComponent(person.displayName)}`,
    `q=${person.familyName}`,
    ...(n % 2 === 0 ? [`organizationId=${organizationId}`] : []),
  ];
  for (const way of ways) {
    const { json } = await checked(http, 'GET', `${people}?limit=200&${way}`);
    if (!json.data.some((u: { id: string }) => u.id === id))
      throw new Error(`a seeded person is not found by ${way}`);
  }
}

async function directoryOf(count: number): Promise<Directory> {
  const folder = temporaryFolder('bench-users-');
  const dataDir = join(folder.path, 'data');
  const platform = await startPlatform({
    dataDir,
    portOffset: 'any',
    services: ['hub', 'fga', 'directory'],
  });
  const tenant = platform.ready.tenants.find((t) => t.slug === 'demo');
  if (!tenant) throw new Error('there is no demo tenant');
  const [token, gatewayToken] = await Promise.all([
    accessToken(platform.ready.hub, tenant),
    platform.cluster.mint('product-api', 'directory'),
  ]);
  const headers = {
    authorization: `Bearer ${token}`,
    'x-platform-service-authorization': `Bearer ${gatewayToken}`,
    'x-platform-client-ip': '203.0.113.7',
  };
  const http = keepAlive(`http://127.0.0.1:${platform.ports.directory.http}`, () => headers);
  const { json: organization } = await checked(http, 'POST', '/api/v1/organizations', {
    name: 'Bench',
    slug: 'bench',
  });
  const { email, givenName, familyName, displayName } = personOf(0);
  const { json: template } = await checked(http, 'POST', people, {
    email,
    displayName,
    name: { givenName, familyName },
    memberships: [{ organizationId: organization.id }],
  });
  const ids = await withClient(platform.postgresUrl, (client) =>
    seedPeople(client, {
      tenantId: tenant.tenantId,
      templateId: template.id,
      organizationId: organization.id,
      from: 1,
      to: count,
    }),
  );
  // A place deep in a list, without the thousands of pages before it: the service's own key makes its cursors.
  const { encryptionKey, encryptionKeyId } = JSON.parse(
    readFileSync(join(dataDir, 'secrets.json'), 'utf8'),
  );
  const box = secretBox({
    keys: new Map([[encryptionKeyId, Buffer.from(encryptionKey, 'base64')]]),
    activeKeyId: encryptionKeyId,
  });
  const made = cursors(box.deriveKey('directory cursors'));
  const directory: Directory = {
    http,
    template,
    ids,
    organizationId: organization.id,
    deepCursor: (filters, id) =>
      made.encode({ tenantId: tenant.tenantId, list: 'users', filters }, [id]),
    async stop() {
      http.close();
      await platform.stop();
      folder.remove();
    },
  };
  await verifySeed(directory);
  return directory;
}

let created = 0;
const one = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;
const oneInTheMiddle = (ids: readonly string[]): string =>
  one(ids.slice(Math.floor(ids.length * 0.4), Math.ceil(ids.length * 0.6)));
const list = (directory: Directory, filters: Record<string, string>, isDeep = false): string =>
  `${people}?${new URLSearchParams({ ...filters, limit: String(limit), ...(isDeep ? { cursor: directory.deepCursor(filters, oneInTheMiddle(directory.ids)) } : {}) })}`;

interface Operation {
  name: string;
  call: (directory: Directory) => { method?: string; path: string; body?: unknown };
  expected: (body: { id?: string; data?: unknown[] }) => boolean;
  /** The smaller directory has less to answer. */ isUnlike?: true;
}

const rowsOf =
  (count: number) =>
  ({ data }: { data?: unknown[] }): boolean =>
    data?.length === count;
const operations: Operation[] = [
  {
    name: 'create',
    expected: ({ id }) => id !== undefined,
    call: () => {
      const n = ++created;
      const name = { givenName: 'Zed', familyName: `New${n}` };
      return {
        method: 'POST',
        path: people,
        body: { email: `new${n}@example.com`, displayName: `Zed New${n}`, name },
      };
    },
  },
  {
    name: 'get',
    expected: ({ id }) => id !== undefined,
    call: ({ ids }) => ({ path: `${people}/${one(ids)}` }),
  },
  { name: 'list, first page', expected: rowsOf(limit), call: (d) => ({ path: list(d, {}) }) },
  {
    name: 'list, a page in the middle',
    expected: rowsOf(limit),
    call: (d) => ({ path: list(d, {}, true) }),
  },
  {
    name: 'list by email',
    expected: rowsOf(1),
    call: (d) => ({
      path: list(d, { email: personOf(1 + Math.floor(Math.random() * (d.ids.length - 1))).email }),
    }),
  },
  {
    name: 'list by q that one person has',
    expected: rowsOf(1),
    call: (d) => ({
      path: list(d, { q: personOf(1 + Math.floor(Math.random() * (d.ids.length - 1))).email }),
    }),
  },
  {
    name: 'list by q that 1 in 1,000 has',
    isUnlike: true,
    expected: ({ data }) => data !== undefined,
    call: (d) => ({
      path: list(d, {
        q: `${one(['alan', 'barbara', 'grace', 'olga'])} f${one([...'123456789abcdefghijklmnopqrstuvwxyz'])}`,
      }),
    }),
  },
  {
    name: 'list by q that 1 in 30 has',
    expected: rowsOf(limit),
    call: (d) => ({ path: list(d, { q: one(['alan', 'barbara', 'grace', 'olga']) }) }),
  },
  {
    name: 'list by q that 1 in 15 has',
    expected: rowsOf(limit),
    call: (d) => ({ path: list(d, { q: 'mar' }) }),
  },
  {
    name: 'list by q that all have',
    expected: rowsOf(limit),
    call: (d) => ({ path: list(d, { q: 'person' }) }),
  },
  {
    name: 'list by organization of half',
    expected: rowsOf(limit),
    call: (d) => ({ path: list(d, { organizationId: d.organizationId }) }),
  },
  {
    name: 'list by organization, in the middle',
    expected: rowsOf(limit),
    call: (d) => ({ path: list(d, { organizationId: d.organizationId }, true) }),
  },
];

async function measure(directory: Directory, { name, call, expected }: Operation): Promise<number> {
  const { method = 'GET', path, body } = call(directory);
  const { ms, json } = await checked(directory.http, method, path, body);
  if (!expected(json)) throw new Error(`${name}: ${path} answered ${json.data?.length} rows`);
  return ms;
}

/** The time of an operation in both, in turn, so that other load on the machine affects both. */
async function compare(operation: Operation, directories: readonly [Directory, Directory]) {
  const latencies = [newHistogram(), newHistogram()] as const;
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const i of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const ms = await measure(directories[i], operation);
      if (round >= 0) latencies[i].add(ms * 1000);
    }
  }
  const [small, large] = latencies;
  const millis = (micros: number): string => (micros / 1000).toFixed(2);
  const ratio = large.at(50) / small.at(50);
  const cells = [
    operation.name,
    millis(small.at(50)),
    millis(small.at(99)),
    millis(large.at(50)),
    millis(large.at(99)),
    operation.isUnlike ? '–' : ratio.toFixed(2),
  ];
  console.error(cells.join(' | '));
  return {
    cells,
    holds: (operation.isUnlike || ratio <= mostRatio) && large.at(99) / 1000 < mostMillis,
  };
}

/** A thousand people in a tenant beside a million: what each operation takes. */
export async function benchUsers(): Promise<boolean> {
  const machine = describeMachine();
  const startedAt = performance.now();
  const directories = await Promise.all([directoryOf(size.small), directoryOf(size.large)]);
  console.error(
    `${size.large} people stand after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  );
  try {
    const compared = [];
    for (const operation of operations) compared.push(await compare(operation, directories));
    const broken = compared.filter(({ holds }) => !holds).map(({ cells }) => cells[0]);
    const [small, large] = [size.small, size.large].map((n) => n.toLocaleString('en'));
    writeSection(
      'users',
      [
        '## users',
        '',
        `${machine}. One tenant of ${small} people and one of ${large}, each with a directory process and a PostgreSQL (data synced) of its own; ` +
          `one request at a time over HTTP, ${rounds} of each, in turn; pages of ${limit}.`,
        '',
        table(
          ['', `p50 ms, ${small}`, 'p99 ms', `p50 ms, ${large}`, 'p99 ms', 'ratio of p50'],
          compared.map(({ cells }) => cells),
        ),
        '',
        `Allowed: ${mostRatio} times the p50, p99 under ${mostMillis} ms. ${broken.length === 0 ? 'Holds.' : `DOES NOT HOLD for ${broken.join('; ')}.`}`,
      ].join('\n'),
    );
    return broken.length === 0;
  } finally {
    await Promise.all(directories.map((directory) => directory.stop()));
  }
}
