import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { withClient } from '@platform/dev/postgres';
import { connectNats } from '@platform/testkit/stores';
import type { PlatformUnderTest } from '@platform/testkit/platform';
import { jetstream, jetstreamManager } from '@platform/testkit/stores';

type Stores = Pick<PlatformUnderTest, 'postgresUrl' | 'natsUrl' | 'dataDir'>;

/** Short descriptions of the places where one of the texts is found. */
type Traces = string[];

/** Rows of every table of every schema, partitions one by one. */
const inTables = ({ postgresUrl }: Stores, texts: readonly string[]): Promise<Traces> =>
  withClient(postgresUrl, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
    );
    const traces: Traces = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ found: string }>(
        `SELECT left(t::text, 1000) AS found FROM ${name} t
         WHERE EXISTS (SELECT FROM unnest($1::text[]) AS x WHERE strpos(lower(t::text), lower(x)) > 0) LIMIT 3`,
        [texts],
      );
      traces.push(...rows.map(({ found }) => `table ${name}: ${found}`));
    }
    if (tables.length < 100) throw new Error('these are not all tables of the platform');
    return traces;
  });

/** Messages of every stream, those of key-value buckets included. */
async function inStreams({ natsUrl }: Stores, texts: readonly string[]): Promise<Traces> {
  const nc = await connectNats(natsUrl);
  try {
    const manager = await jetstreamManager(nc);
    const js = jetstream(nc);
    const traces: Traces = [];
    for (const stream of await manager.streams.names().next()) {
      const consumer = await js.consumers.get(stream);
      const left = (await consumer.info()).num_pending;
      if (left === 0) continue;
      for await (const message of await consumer.fetch({ max_messages: left, expires: 30_000 })) {
        const text = `${message.subject} ${message.string()}`.toLowerCase();
        if (texts.some((one) => text.includes(one.toLowerCase())))
          traces.push(`stream ${stream}: ${text.slice(0, 1000)}`);
      }
    }
    return traces;
  } finally {
    await nc.close();
  }
}

/** Searches the names and contents of files in the local object stores. */
function inFiles({ dataDir }: Stores, texts: readonly string[]): Traces {
  const folder = join(dataDir, 'objects');
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.flatMap(({ parentPath, name }) => {
    const path = join(parentPath, name);
    const text = `${path} ${readFileSync(path, 'utf8')}`.toLowerCase();
    return texts.some((one) => text.includes(one.toLowerCase())) ? [`file ${path}`] : [];
  });
}

/** Everything that the platform keeps and in which one of these texts is found, in any case of its letters. */
export async function tracesOf(stores: Stores, texts: readonly string[]): Promise<Traces> {
  return [
    ...(await inTables(stores, texts)),
    ...(await inStreams(stores, texts)),
    ...inFiles(stores, texts),
  ];
}
