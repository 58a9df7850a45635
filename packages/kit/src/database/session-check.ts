import type { DatabaseOptions } from './pool.ts';
import { onConnection } from './pooled-connection.ts';
import type { ServicePool } from './service-pool.ts';

interface Session {
  pid: number;
  role: string;
  path: string;
}

const advice =
  'Connect directly to PostgreSQL, or through a pooler in session mode that passes startup options on.';

/**
 * Checks that connections have the settings that they were opened with. A pooler in transaction
 * mode shares sessions between clients: statements would run under another role, and without
 * row-level security. A pooler is recognized by the process id that it reports, which is its own.
 */
export function sessionCheck({ schema, log }: Pick<DatabaseOptions, 'schema' | 'log'>) {
  let isWarned = false;

  function warnOfPooler(): void {
    if (isWarned) return;
    isWarned = true;
    log.warn(
      'the database connections pass through a pooler, which must be in session mode: the service relies on settings of its sessions',
    );
  }

  const read = (pool: ServicePool) =>
    onConnection(pool, async (client) => {
      const { rows } = await client.query<Session>(
        `SELECT pg_backend_pid() AS pid, current_user AS role, current_setting('search_path') AS path`,
      );
      return [(client as unknown as { processID?: number }).processID, rows[0]] as const;
    });

  return async (pool: ServicePool): Promise<void> => {
    const [own, session] = await read(pool).catch((error: Error) => {
      if (!error.message.includes('unsupported startup parameter')) throw error;
      throw new Error(
        `a pooler rejects the options of the connection: ${error.message}. ${advice}`,
        {
          cause: error,
        },
      );
    });
    if (session?.role !== `${schema}_app` || session.path !== schema)
      throw new Error(
        `the database connection has the role ${session?.role} and the search path ${session?.path}, not those that it was opened with: a pooler has changed them. ${advice}`,
      );
    if (own !== session.pid) warnOfPooler();
  };
}
