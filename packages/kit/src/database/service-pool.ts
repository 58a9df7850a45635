import type pg from 'pg';
import type { Logger } from '../telemetry/log.ts';
import { addressOf } from './database-url.ts';
import type { PrimaryFinder } from './primary.ts';

/** The part of a pool that a service uses. */
export interface ServicePool {
  connect(): Promise<pg.PoolClient>;
  end(): Promise<void>;
}

/** A pool that knows the URL of new connections. */
interface PoolOfUrl extends ServicePool {
  options: { connectionString?: string | undefined };
  on(event: 'release', listener: (error: Error | undefined) => void): unknown;
}

const isTo = ({ host, port }: pg.PoolClient & { host?: string; port?: number }, url: string) =>
  `${host}:${port}` === addressOf(url);

/**
 * Connects to the primary among several servers. Connections to a former primary are dropped, and a
 * connection that could not be opened is tried once more if there is another primary: nothing has
 * been sent on it.
 */
export function primaryPool(
  pool: PoolOfUrl,
  finder: PrimaryFinder,
  log: Pick<Logger, 'warn'>,
): ServicePool {
  // A connection that returns with an error was lost, or its server does not accept writes.
  pool.on('release', (error) => {
    if (error) finder.lost();
  });

  async function connectTo(url: string): Promise<pg.PoolClient> {
    pool.options.connectionString = url;
    for (;;) {
      const client = await pool.connect();
      if (isTo(client, url)) return client;
      client.release(new Error('the connection is to a former primary'));
    }
  }

  async function connect(): Promise<pg.PoolClient> {
    const url = await finder.current();
    try {
      return await connectTo(url);
    } catch (error) {
      finder.lost();
      const other = await finder.current();
      if (other === url) throw error;
      log.warn({ from: addressOf(url), to: addressOf(other) }, 'another database is primary');
      return connectTo(other);
    }
  }

  return { connect, end: () => pool.end() };
}
