import { builtContexts, services } from '@platform/contracts';
import type { BuiltContext } from '@platform/contracts';
import { database } from '@platform/kit/database';
import { silentLog } from '@platform/kit/log';
import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';

interface Replay {
  service: BuiltContext;
  databaseUrl: string;
  from: Date;
  to: Date;
}

const time = (text: string): Date => {
  const date = new Date(text);
  if (Number.isNaN(date.getTime()))
    throw new InvalidArgumentError('Not a time: use 2026-11-20T05:41:00Z.');
  return date;
};

/** Owes the published rows of a span again: the relay publishes them under the same ids, and consumers know those they applied. */
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
    return await db.work((tx) =>
      tx.execute(
        'UPDATE outbox SET published_at = NULL, stream_seq = NULL WHERE created_at >= $1 AND created_at < $2 AND published_at IS NOT NULL',
        [from, to],
      ),
    );
  } finally {
    await db.close();
  }
}

/** `outbox replay`. */
export function outboxCommand(program: Command, print: (line: string) => void): void {
  program
    .command('outbox')
    .description('facts owed to the bus')
    .command('replay')
    .description('publish again what was committed in a span; rows are kept for a day')
    .addOption(new Option('--service <name>').choices([...builtContexts]).makeOptionMandatory())
    .addOption(
      new Option('--database-url <url>', "the platform's PostgreSQL")
        .env('PLATFORM_DATABASE_URL')
        .makeOptionMandatory(),
    )
    .requiredOption('--from <time>', 'RFC 3339', time)
    .option('--to <time>', 'RFC 3339; now without it', time)
    .action(async ({ to = new Date(), ...replay }: Omit<Replay, 'to'> & { to?: Date }) =>
      print(`${await replayOutbox({ ...replay, to })} rows are owed again`),
    );
}
