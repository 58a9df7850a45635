import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { withClient } from '@platform/dev/postgres';
import { describeMachine } from './machine.ts';
import { startOneService } from './one-service.ts';
import type { BenchCall, ServiceUnderLoad } from './one-service.ts';
import { table, writeSection } from './report.ts';
import { personOf } from './users-seed.ts';

const sources = '/api/v1/migration-sources';
const size = { small: 1_000, large: Number(process.env['BENCH_USERS'] ?? 1_000_000) };
/** Users to import into a tenant of either size, for comparison. */
const probe = Number(process.env['BENCH_PROBE'] ?? 50_000);
const leastRate = 5_000;
const mostRatio = 1.2;
const bcrypt = '$2b$10$abcdefghijklmnopqrstuuBZJq5zJq5zJq5zJq5zJq5zJq5zJq5zO';

interface Directory extends Pick<
  ServiceUnderLoad,
  'postgresUrl' | 'memory' | 'cpu' | 'folder' | 'stop'
> {
  call: BenchCall;
}

async function startDirectory(): Promise<Directory> {
  const directory = await startOneService('directory', ['hub', 'fga'], (folder) => ({
    PLATFORM_MIGRATION_LOCAL_BASE_DIR: join(folder, 'objects'),
  }));
  const tenant = directory.tenants.find((t) => t.slug === 'demo');
  if (!tenant) throw new Error('there is no demo tenant');
  return { ...directory, call: directory.as(tenant) };
}

/** A file of users with names, metadata and a password hash each. */
async function writeUsers(path: string, from: number, to: number) {
  const file = createWriteStream(path);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for (let n = from; n < to; n += 1_000) {
    const records = Array.from({ length: Math.min(1_000, to - n) }, (_, i) => {
      const { email, givenName, familyName, displayName } = personOf(n + i);
      return `${JSON.stringify({
        sourceId: `legacy-${n + i}`,
        email,
        displayName,
        name: { givenName, familyName },
        metadata: { plan: 'gold' },
        passwordHash: { algorithm: 'bcrypt', value: bcrypt },
      })}\n`;
    });
    const chunk = Buffer.from(records.join(''));
    sizeBytes += chunk.length;
    hash.update(chunk);
    if (!file.write(chunk)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
  return { fileName: 'users.ndjson', sizeBytes, sha256: hash.digest('hex') };
}

interface Measured {
  rows: number;
  rate: number;
  seconds: number;
  /** Events that reached the bus a second, until the last of them did. */
  eventRate: number;
  memory: number;
  /** Processor time of a user, in microseconds, by process, until the last event has left. */
  cpu: number[];
}

/** Waits until everything that was announced has reached the bus. */
async function relayed({ postgresUrl }: Directory): Promise<void> {
  await withClient(postgresUrl, async (client) => {
    for (;;) {
      const { rows } = await client.query(
        'SELECT EXISTS (SELECT FROM directory.outbox_pending) AS pending',
      );
      if (!rows[0].pending) return;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  });
}

/** Imports users, and returns how fast it went and the most memory that it took. */
async function importUsers(directory: Directory, from: number, to: number): Promise<Measured> {
  const path = join(directory.folder, `users-${from}.ndjson`);
  const announced = await writeUsers(path, from, to);
  const upload = await directory.call('POST', `${sources}/uploads`, announced);
  await directory.call('PUT', upload.uploadUrl, path, {
    ...upload.headers,
    'content-length': String(announced.sizeBytes),
  });
  await directory.call('PUT', sources, {
    kind: 'ndjson',
    connection: { file: { uploadId: upload.id } },
    options: { batchSize: 1_000 },
  });
  const cpuBefore = directory.cpu();
  const { id } = await directory.call('POST', `${sources}/import`);
  let memory = 0;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    memory = Math.max(memory, directory.memory());
    const job = await directory.call('GET', `${sources}/import/jobs/${id}`);
    if (job.state === 'PENDING' || job.state === 'RUNNING') continue;
    if (job.state !== 'COMPLETED' || job.progress.created !== to - from)
      throw new Error(`the import ended as ${JSON.stringify(job)}`);
    const begun = Date.parse(job.startedAt);
    const seconds = (Date.parse(job.finishedAt) - begun) / 1_000;
    await relayed(directory);
    const rows = to - from;
    const measured = {
      rows,
      rate: Math.round(rows / seconds),
      seconds,
      eventRate: Math.round((1_000 * rows) / (Date.now() - begun)),
      memory,
      cpu: directory.cpu().map((micros, i) => Math.round((micros - cpuBefore[i]!) / rows)),
    };
    console.error(JSON.stringify(measured));
    return measured;
  }
}

/** Exactly one user and one event for each record. */
async function verify({ postgresUrl }: Directory, count: number): Promise<void> {
  const { rows } = await withClient(postgresUrl, (client) =>
    client.query(
      `SELECT (SELECT count(*)::int FROM directory.users) AS users,
         (SELECT count(DISTINCT envelope->>'subject')::int FROM directory.outbox WHERE envelope->>'type' = 'user.created') AS subjects,
         (SELECT count(*)::int FROM directory.outbox WHERE envelope->>'type' = 'user.created') AS events`,
    ),
  );
  const [{ users, subjects, events }] = rows;
  if (users !== count || subjects !== count || events !== count)
    throw new Error(
      `${count} records have made ${users} users and ${events} events of ${subjects}`,
    );
}

/** Measures the throughput of imports, and whether a large tenant slows it down. */
export async function imports(): Promise<boolean> {
  const machine = describeMachine();
  const directory = await startDirectory();
  try {
    await importUsers(directory, 0, size.small);
    const small = await importUsers(directory, size.small, size.small + probe);
    const begun = size.small + probe;
    const bulk = await importUsers(directory, begun, size.large);
    const large = await importUsers(directory, size.large, size.large + probe);
    await verify(directory, size.large + probe);
    const ratio = small.rate / large.rate;
    const holds = bulk.rate >= leastRate && ratio <= mostRatio;
    const row = (name: string, measured: Measured) => [
      name,
      measured.rows.toLocaleString('en'),
      measured.seconds.toFixed(1),
      measured.rate.toLocaleString('en'),
      measured.eventRate.toLocaleString('en'),
      measured.cpu.join(' + '),
      String(measured.memory),
    ];
    writeSection(
      'import',
      [
        '## import',
        '',
        `${machine}. Users by NDJSON with names, metadata, external id and a bcrypt hash each, in batches of 1,000, with identifiers, search terms, events and hand-over of the hashes; ` +
          'one directory process, its relay and a PostgreSQL (data synced) on the same machine.',
        '',
        table(
          [
            '',
            'users',
            'seconds',
            'users a second',
            'events a second on the bus',
            'processor time of a user in µs: directory + PostgreSQL + NATS',
            'resident MiB, at most',
          ],
          [
            row(`into ${size.small.toLocaleString('en')} users`, small),
            row(`from ${begun.toLocaleString('en')} users on`, bulk),
            row(`into ${size.large.toLocaleString('en')} users`, large),
          ],
        ),
        '',
        `Ratio of the first to the last rate: ${ratio.toFixed(2)}. Allowed: ${mostRatio}, and at least ${leastRate.toLocaleString('en')} users a second. ${holds ? 'Holds.' : 'DOES NOT HOLD.'}`,
      ].join('\n'),
    );
    return holds;
  } finally {
    await directory.stop();
  }
}
