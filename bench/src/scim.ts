import { join } from 'node:path';
import { accessToken } from '@platform/dev/access-token';
import { startPlatform } from '@platform/dev/platform';
import { withClient } from '@platform/dev/postgres';
import type { Client } from '@platform/dev/postgres';
import { newId } from '@platform/kit/ids';
import { temporaryFolder } from '@platform/testkit/stores';
import { newHistogram } from './histogram.ts';
import { keepAlive } from './keep-alive.ts';
import type { KeepAlive } from './keep-alive.ts';
import { describeMachine } from './machine.ts';
import { paced } from './paced.ts';
import { table, writeSection } from './report.ts';
import { personOf, seedPeople } from './users-seed.ts';

const size = { small: 1_000, large: Number(process.env['BENCH_USERS'] ?? 1_000_000) };
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 250);
const warmUpRounds = 50;
const mostRatio = 1.2;
/** The request limit of a directory (`platform.scim.requests-per-minute-per-directory`), and how long it sends here. */
const perMinute = 3_000;
const minutes = Number(process.env['BENCH_MINUTES'] ?? 3);
const page = 20;
const schema = 'urn:ietf:params:scim:schemas:core:2.0:User';
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** A SCIM directory with this many users, on separate stores. */
interface Directory {
  scim: KeepAlive;
  base: string;
  ids: readonly string[];
  stop(): Promise<void>;
}

async function checked(http: KeepAlive, method: string, path: string, body?: unknown) {
  const answer = await http.call(method, path, body);
  if (answer.status >= 300)
    throw new Error(`${method} ${path} answered ${answer.status}: ${answer.body}`);
  return { ...answer, json: answer.body === '' ? {} : JSON.parse(answer.body) };
}

const resourceOf = (n: number) => {
  const { email, givenName, familyName, displayName } = personOf(n);
  return {
    schemas: [schema],
    userName: email,
    externalId: `external-${n}`,
    name: { givenName, familyName },
    displayName,
    emails: [{ value: email, type: 'work', primary: true }],
    active: true,
  };
};

/** Directory users in the rows that the service writes: copies of one that it has made, each linked to a seeded person. */
async function seedDirectory(
  client: Client,
  { templateId, userIds }: { templateId: string; userIds: readonly string[] },
): Promise<string[]> {
  const ids = userIds.map(() => newId('directoryUser'));
  const people = userIds.map((_, i) => personOf(i + 1));
  await client.query(
    'CREATE TEMPORARY TABLE copy (n int, id text, user_id text, email text, given text, family text, display text)',
  );
  await client.query(
    'INSERT INTO copy SELECT * FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])',
    [
      people.map((_, i) => i + 1),
      ids,
      userIds,
      people.map((p) => p.email),
      people.map((p) => p.givenName),
      people.map((p) => p.familyName),
      people.map((p) => p.displayName),
    ],
  );
  const { rows } = await client.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'directory_users'::regclass AND attnum > 0 AND NOT attisdropped`,
  );
  const replaced: Record<string, string> = {
    id: 'c.id',
    user_id: 'c.user_id',
    user_name: 'c.email',
    user_name_key: 'c.email',
    external_id: `'external-' || c.n`,
    resource: `t.resource || jsonb_build_object('name', jsonb_build_object('givenName', c.given, 'familyName', c.family), 'displayName', c.display,
      'emails', jsonb_build_array(jsonb_build_object('value', c.email, 'type', 'work', 'primary', true)))`,
  };
  const columns = rows.map(({ name }) => name);
  await client.query(
    `INSERT INTO directory_users (${columns.join(', ')})
     SELECT ${columns.map((name) => replaced[name] ?? `t.${name}`).join(', ')} FROM copy c, directory_users t WHERE t.id = $1 ORDER BY c.id`,
    [templateId],
  );
  await client.query(
    `INSERT INTO directory_user_terms (tenant_id, directory_id, attribute, value, directory_user_id)
     SELECT t.tenant_id, t.directory_id, v.attribute, lower(v.value), c.id FROM copy c, directory_users t,
       LATERAL (VALUES ('displayName', c.display), ('emails.value', c.email), ('name.givenName', c.given), ('name.familyName', c.family)) AS v (attribute, value)
     WHERE t.id = $1 ORDER BY v.attribute, 4`,
    [templateId],
  );
  await client.query('ANALYZE directory_users, directory_user_terms');
  return ids;
}

async function directoryOf(count: number): Promise<Directory> {
  const folder = temporaryFolder('bench-scim-');
  const platform = await startPlatform({
    dataDir: join(folder.path, 'data'),
    portOffset: 'any',
    services: ['hub', 'fga', 'directory'],
  });
  const tenant = platform.ready.tenants.find((t) => t.slug === 'demo');
  if (!tenant) throw new Error('there is no demo tenant');
  const [token, gatewayToken] = await Promise.all([
    accessToken(platform.ready.hub, tenant),
    platform.cluster.mint('product-api', 'directory'),
  ]);
  const calls = (bearer: string): KeepAlive =>
    keepAlive(`http://127.0.0.1:${platform.ports.directory.http}`, () => ({
      authorization: `Bearer ${bearer}`,
      'x-platform-service-authorization': `Bearer ${gatewayToken}`,
      'x-platform-client-ip': '203.0.113.7',
    }));
  const api = calls(token);
  const { json: organization } = await checked(api, 'POST', '/api/v1/organizations', {
    name: 'Bench',
    slug: 'bench',
  });
  const { json: directory } = await checked(api, 'POST', '/api/v1/directories', {
    name: 'Bench',
    kind: 'scim',
  });
  const bearers = `/api/v1/directories/${directory.id}/scim-bearers`;
  const { json: bearer } = await checked(api, 'POST', bearers, {});
  const scim = calls(bearer.token);
  const base = `/scim/v2/${directory.id}`;
  const { json: template } = await checked(scim, 'POST', `${base}/Users`, resourceOf(0));
  const ids = await withClient(platform.postgresUrl, async (client) => {
    const { rows } = await client.query(
      'SELECT user_id FROM directory.directory_users WHERE id = $1',
      [template.id],
    );
    const userIds = await seedPeople(client, {
      tenantId: tenant.tenantId,
      templateId: rows[0].user_id,
      organizationId: organization.id,
      from: 1,
      to: count,
    });
    const all = await seedDirectory(client, { templateId: template.id, userIds });
    await client.query('INSERT INTO counter_steps (tenant_id, counter, step) VALUES ($1, $2, $3)', [
      tenant.tenantId,
      `directory-users/${directory.id}`,
      all.length,
    ]);
    return all;
  });
  api.close();
  return {
    scim,
    base,
    ids,
    async stop() {
      scim.close();
      await platform.stop();
      folder.remove();
    },
  };
}

const one = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;
const anyone = ({ ids }: Directory) => 1 + Math.floor(Math.random() * (ids.length - 1));
let created = 0;

interface Operation {
  name: string;
  call: (directory: Directory) => { method?: string; path: string; body?: unknown };
  expected: (body: { id?: string; Resources?: unknown[] }) => boolean;
}

const operations: Operation[] = [
  {
    name: 'create a user',
    expected: ({ id }) => id !== undefined,
    call: () => {
      const n = ++created;
      const userName = `new${n}@example.com`;
      const body = {
        ...resourceOf(0),
        userName,
        externalId: `new-${n}`,
        emails: [{ value: userName }],
      };
      return { method: 'POST', path: '/Users', body };
    },
  },
  {
    name: 'change a user by PATCH',
    expected: ({ id }) => id !== undefined,
    call: (directory) => ({
      method: 'PATCH',
      path: `/Users/${one(directory.ids)}`,
      body: {
        schemas: [patchSchema],
        Operations: [{ op: 'Replace', path: 'title', value: `Title ${++created}` }],
      },
    }),
  },
  {
    name: 'find by userName',
    expected: ({ Resources }) => Resources?.length === 1,
    call: (directory) => ({
      path: `/Users?filter=${encodeURIComponent(`userName eq "${personOf(anyone(directory)).email}"`)}`,
    }),
  },
  {
    name: 'list, first page',
    expected: ({ Resources }) => Resources?.length === page,
    call: () => ({ path: `/Users?count=${page}` }),
  },
];

async function measure(directory: Directory, { name, call, expected }: Operation): Promise<number> {
  const { method = 'GET', path, body } = call(directory);
  const { ms, json } = await checked(directory.scim, method, directory.base + path, body);
  if (!expected(json)) throw new Error(`${name}: ${path} answered ${JSON.stringify(json)}`);
  return ms;
}

/** The time of an operation in both, in turn, so that other load on the machine affects both. */
async function compare(operation: Operation, directories: readonly [Directory, Directory]) {
  const latencies = [newHistogram(), newHistogram()] as const;
  for (let round = -warmUpRounds; round < rounds; round++)
    for (const i of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const ms = await measure(directories[i], operation);
      if (round >= 0) latencies[i].add(ms * 1_000);
    }
  const [small, large] = latencies;
  const millis = (micros: number): string => (micros / 1_000).toFixed(2);
  const ratio = large.at(50) / small.at(50);
  const cells = [
    operation.name,
    ...[small, large].flatMap((one) => [millis(one.at(50)), millis(one.at(99))]),
    ratio.toFixed(2),
  ];
  console.error(cells.join(' | '));
  return { cells, holds: ratio <= mostRatio };
}

/** Every kind of call in turn, as much as a directory may send. */
async function sustain(directory: Directory) {
  let n = 0;
  const call = () => measure(directory, operations[n++ % operations.length] as Operation);
  const { latencies, failures, seconds } = await paced(call, { perMinute, minutes });
  const [first] = failures;
  if (first) console.error(first.message);
  const rate = Math.round((60 * latencies.count) / seconds);
  const millis = (percent: number): string => (latencies.at(percent) / 1_000).toFixed(1);
  return {
    holds: failures.length === 0,
    text:
      `The larger one was then sent ${perMinute.toLocaleString('en')} requests a minute for ${minutes === 1 ? 'one minute' : `${minutes} minutes`}, every kind in turn: ` +
      `${latencies.count.toLocaleString('en')} were answered as expected, ${rate.toLocaleString('en')} a minute, and ${failures.length} were not; ` +
      `p50 ${millis(50)} ms, p99 ${millis(99)} ms.`,
  };
}

/** Measures the speed of the SCIM server, and whether a large directory slows it down. */
export async function scim(): Promise<boolean> {
  const machine = describeMachine();
  const small = await directoryOf(size.small);
  try {
    const large = await directoryOf(size.large);
    try {
      const compared = [];
      for (const operation of operations) compared.push(await compare(operation, [small, large]));
      const sustained = await sustain(large);
      const holds = sustained.holds && compared.every((one) => one.holds);
      const [few, many] = [size.small, size.large].map((n) => n.toLocaleString('en'));
      writeSection(
        'scim',
        [
          '## scim',
          '',
          `${machine}. One call at a time, ${rounds} of each, in turn against a directory of ${few} and one of ${many} users; milliseconds.`,
          '',
          table(
            ['', `${few}: p50`, 'p99', `${many}: p50`, 'p99', 'ratio of p50'],
            compared.map(({ cells }) => cells),
          ),
          '',
          sustained.text,
          '',
          `Allowed ratio: ${mostRatio}; no request may fail. ${holds ? 'Holds.' : 'DOES NOT HOLD.'}`,
        ].join('\n'),
      );
      return holds;
    } finally {
      await large.stop();
    }
  } finally {
    await small.stop();
  }
}
