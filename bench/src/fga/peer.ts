import { randomBytes } from 'node:crypto';
import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startChild } from '@platform/dev/child';
import { freePorts } from '@platform/dev/ports';
import { withClient } from '@platform/dev/postgres';
import { inLists } from './drive.ts';
import type { DriveTuple } from './drive.ts';
import { keyOf, openfgaDialect } from './openfga-dialect.ts';
import { target } from './target.ts';
import type { MeasuredTarget } from './target.ts';

const startMillis = 60_000;
const tuplesPerWrite = 100;
const rowsPerStatement = 20_000;

/** A separate OpenFGA server on this PostgreSQL server: without caches, which is its default, and without a request log. */
export async function startPeer(binary: string, serverUrl: string) {
  const name = `bench_openfga_${randomBytes(4).toString('hex')}`;
  await withClient(serverUrl, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE template0`),
  );
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  url.searchParams.set('sslmode', 'disable');
  const datastore = ['--datastore-engine', 'postgres', '--datastore-uri', url.href];
  await promisify(execFile)(binary, ['migrate', ...datastore]);
  const [http, grpc] = (await freePorts(2)) as [number, number];
  const child = await startChild(
    binary,
    [
      'run',
      ...datastore,
      '--http-addr',
      `127.0.0.1:${http}`,
      '--grpc-addr',
      `127.0.0.1:${grpc}`,
      '--playground-enabled=false',
      '--metrics-enabled=false',
      '--log-level',
      'error',
      '--check-query-cache-enabled=false',
      '--check-iterator-cache-enabled=false',
      '--max-checks-per-batch-check',
      '50',
    ],
    { env: { PATH: process.env['PATH'] ?? '' } },
  );
  const isReady = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${http}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const deadline = Date.now() + startMillis; !(await isReady()); await pause(100)) {
    if (Date.now() < deadline) continue;
    await child.stop();
    throw new Error(`the peer did not become ready\n${child.tail()}`);
  }
  return {
    url: `http://127.0.0.1:${http}`,
    databaseUrl: url.href,
    async stop() {
      await child.stop();
      await withClient(serverUrl, (client) =>
        client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
      );
    },
  };
}

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The n-th of the identifiers that the peer's rows carry: ULIDs in their order. */
export function ulidAt(n: number, millis: number): string {
  const text = (value: number, length: number): string =>
    Array.from({ length }, (_, i) => digits[Math.floor(value / 32 ** (length - 1 - i)) % 32]).join(
      '',
    );
  return text(millis, 10) + text(n, 16);
}

/** Rows as the peer itself writes them: a million tuples by HTTP, a hundred a request, take too long. */
async function fillTable(
  databaseUrl: string,
  store: string,
  tuples: Iterable<DriveTuple>,
): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('SET synchronous_commit = off');
    const now = Date.now();
    let made = 0;
    for (const list of inLists(tuples, rowsPerStatement)) {
      const split = list.map(
        ({ object }) =>
          [object.slice(0, object.indexOf(':')), object.slice(object.indexOf(':') + 1)] as const,
      );
      await client.query(
        `INSERT INTO tuple (store, object_type, object_id, relation, _user, user_type, ulid, inserted_at)
         SELECT $1, t.*, now() FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) AS t`,
        [
          store,
          split.map((s) => s[0]),
          split.map((s) => s[1]),
          list.map((t) => t.relation),
          list.map((t) => t.subject),
          list.map((t) => (/#|:\*$/.test(t.subject) ? 'userset' : 'user')),
          list.map(() => ulidAt(made++, now)),
        ],
      );
    }
    await client.query('VACUUM (ANALYZE)');
    await client.query('CHECKPOINT');
  });
}

/** Makes a store of this model and these tuples. Without the peer's database, through its API. */
export async function fillPeer({
  url,
  databaseUrl,
  model,
  tuples,
}: {
  url: string;
  databaseUrl: string | undefined;
  model: Record<string, unknown>;
  tuples: Iterable<DriveTuple>;
}): Promise<MeasuredTarget> {
  const { hostname, port } = new URL(url);
  if (!['127.0.0.1', 'localhost'].includes(hostname))
    throw new Error('the peer has to run on this machine');
  const at = { name: 'the peer', port: Number(port), headers: {} };
  const setUp = target({ ...at, dialect: openfgaDialect({ store: '' }) });
  const { id: store } = await setUp.call('POST', '/stores', { name: 'bench' });
  const { authorization_model_id: modelId } = await setUp.call(
    'POST',
    `/stores/${store}/authorization-models`,
    model,
  );
  if (databaseUrl !== undefined) await fillTable(databaseUrl, store, tuples);
  else
    for (const list of inLists(tuples, tuplesPerWrite))
      await setUp.call('POST', `/stores/${store}/write`, {
        authorization_model_id: modelId,
        writes: { tuple_keys: list.map(keyOf) },
      });
  setUp.close();
  return target({ ...at, dialect: openfgaDialect({ store, modelId }) });
}
