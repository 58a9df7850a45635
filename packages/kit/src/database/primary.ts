import pg from 'pg';
import { sharedCall } from '../cache/cache.ts';
import { silentLog } from '../telemetry/log.ts';
import type { Logger } from '../telemetry/log.ts';
import { addressOf, databaseServers } from './database-url.ts';

/** Finds the server that accepts writes. */
export interface PrimaryFinder {
  /** Returns its URL, from memory if it has not been lost since. @throws if there is none */
  current(): Promise<string>;
  /** Forgets the primary: a connection to it failed. */
  lost(): void;
  /**
   * Checks that a new connection is to a primary that no later one has replaced.
   *
   * @throws if it is not
   */
  check(client: Pick<pg.ClientBase, 'query'>): Promise<void>;
}

/** Settings of {@link primaryFinder}. */
export interface PrimaryFinderOptions {
  urls: readonly string[];
  log: Pick<Logger, 'info'>;
  /** Returns the timeline of a server that accepts writes, or null; for tests. */
  probe?: (url: string) => Promise<number | null>;
}

/** How long a server may take to say whether it is the primary. */
const probeMs = 1_500;

// The first eight digits of the name of a WAL file are the timeline. Each promotion begins a new one.
const timelineQuery = `SELECT CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline`;

async function timelineOf(client: Pick<pg.ClientBase, 'query'>): Promise<number | null> {
  const { rows } = await client.query<{ timeline: string | null }>(timelineQuery);
  const timeline = rows[0]?.timeline;
  return timeline ? Number.parseInt(timeline, 16) : null;
}

async function probeServer(url: string): Promise<number | null> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: probeMs,
    query_timeout: probeMs,
  });
  // Without a listener, a connection lost while idle would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await timelineOf(client);
  } finally {
    void client.end().catch(() => undefined);
  }
}

const noPrimary = (urls: readonly string[], causes: readonly unknown[]): Error =>
  new Error(`no database server accepts writes: ${urls.map(addressOf).join(', ')}`, {
    cause: new AggregateError(causes),
  });

/**
 * Finds the primary among servers that replace each other, like `target_session_attrs=read-write`
 * of libpq. Beyond that, it never returns to an earlier timeline: a former primary that is started
 * again, or that a partition hid, is refused as long as this process runs.
 */
export function primaryFinder({
  urls,
  log,
  probe = probeServer,
}: PrimaryFinderOptions): PrimaryFinder {
  let known: string | undefined;
  let newest = 0;

  async function find(): Promise<string> {
    const answers = await Promise.allSettled(urls.map(probe));
    const [best] = urls
      .flatMap((url, i) => {
        const answer = answers[i];
        const timeline = answer?.status === 'fulfilled' ? answer.value : null;
        return timeline !== null && timeline >= newest ? [{ url, timeline }] : [];
      })
      .toSorted((a, b) => b.timeline - a.timeline);
    if (!best)
      throw noPrimary(
        urls,
        answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : [])),
      );
    if (best.timeline > newest)
      log.info({ server: addressOf(best.url), timeline: best.timeline }, 'the database is primary');
    newest = best.timeline;
    known = best.url;
    return best.url;
  }

  const search = sharedCall(find);
  return {
    current: async () => known ?? search.join(),
    lost: () => void (known = undefined),
    async check(client) {
      const timeline = await timelineOf(client);
      if (timeline !== null && timeline >= newest) return void (newest = timeline);
      known = undefined;
      throw noPrimary(urls, []);
    },
  };
}

/** Returns the URL of the primary among the servers of a URL, for a single connection. */
export async function primaryUrl(
  url: string,
  log: Pick<Logger, 'info'> = silentLog,
): Promise<string> {
  const { urls, needsPrimary } = databaseServers(url);
  return needsPrimary ? primaryFinder({ urls, log }).current() : url;
}
