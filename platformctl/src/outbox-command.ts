import { contextNames, services } from '@platform/contracts';
import type { ContextName } from '@platform/contracts';
import { database } from '@platform/kit/database';
import { silentLog } from '@platform/kit/telemetry';
import { Option } from 'commander';
import type { Command } from 'commander';
import type { Cli } from './cli.ts';
import { momentArgument } from './moment-argument.ts';

interface Replay {
  service: ContextName;
  databaseUrl: string;
  from: Date;
  to: Date;
}

/**
 * Marks the rows published in a period as pending: the relay publishes them under the same ids, and consumers skip those they have
 * applied.
 */
async function replayOutbox({ service, databaseUrl, from, to }: Replay): Promise<number> {
  const db = database({
    url: databaseUrl,
    service,
    schema: services[service].schema,
    maxConnections: 2,
    statementTimeoutMs: 600_000,
    log: silentLog,
  });
  try {
    const row = await db.work((tx) =>
      tx.row<{ events: number }>(
        `WITH span AS (
           SELECT tenant_id, shard, split_part(subject, '.', 1) AS chain, created_at, min(position) AS first, max(position) AS last, count(*) AS events
           FROM outbox o WHERE created_at >= $1 AND created_at < $2 AND NOT EXISTS (
             SELECT FROM outbox_pending p WHERE p.tenant_id = o.tenant_id AND o.position > p.published_until AND o.position <= p.last_position)
           GROUP BY tenant_id, shard, split_part(subject, '.', 1), created_at),
         pending AS (
           INSERT INTO outbox_pending AS p (tenant_id, shard, chain, position, last_position, published_until, created_at)
           SELECT tenant_id, shard, chain, first, last, first - 1, created_at FROM span
           ON CONFLICT (tenant_id, position) DO UPDATE SET published_until = excluded.published_until, last_position = greatest(p.last_position, excluded.last_position))
         SELECT coalesce(sum(events), 0)::int AS events FROM span`,
        [from, to],
      ),
    );
    return row?.events ?? 0;
  } finally {
    await db.close();
  }
}

/** `outbox replay`. */
export function outboxCommand(program: Command, { output }: Cli): void {
  program
    .command('outbox')
    .description('Events that a service has committed')
    .command('replay')
    .description(
      'Publish again the events that were committed in a time range; events are kept for a day',
    )
    .addOption(
      new Option('--service <name>', 'Whose events')
        .choices([...contextNames])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--database-url <url>', "URL of the service's database")
        .env('PLATFORM_DATABASE_URL')
        .makeOptionMandatory(),
    )
    .requiredOption('--from <time>', 'Start of the time range (RFC 3339)', momentArgument)
    .option('--to <time>', 'End of the time range (default: now)', momentArgument)
    .action(async ({ to = new Date(), ...replay }: Omit<Replay, 'to'> & { to?: Date }) => {
      const events = await replayOutbox({ ...replay, to });
      const line = `${events} events of ${replay.service} will be published again.`;
      output().lines({ service: replay.service, events }, [line]);
    });
}
