import type { Database } from '@platform/kit/database';
import type { Logger, Metrics } from '@platform/kit/telemetry';
import { every } from '@platform/kit/service';
import type { Worker } from '@platform/kit/service';

/** A failed client authentication. */
export interface ClientAuthFailure {
  tenantId: string;
  /** Undefined if the client does not exist: the raw value of an unknown caller is not stored. */
  clientId: string | undefined;
  /** The endpoint's `operationId`. */
  endpoint: string;
  address: string;
}

/** Counts failed client authentications, and records them in the tenant's audit log. */
export interface ClientAuthFailures extends Worker {
  failed(failure: ClientAuthFailure): void;
  flush(): Promise<void>;
}

/** Failures of one client since the last record. */
interface Streak {
  tenantId: string;
  clientId: string | undefined;
  attempts: number;
  firstAt: Date;
  lastAt: Date;
  endpoints: Set<string>;
  addresses: Set<string>;
}

const flushMs = 10_000;
const maxAddresses = 10;
const actor = { type: 'system', id: 'hub' } as const;

/**
 * Writes one audit record per client every ten seconds, so that guessing secrets cannot fill the log. A crash loses at most ten
 * seconds of records; the metric and the access log still have them.
 */
export function clientAuthFailures({
  db,
  log,
  metrics,
  now = Date.now,
}: {
  db: Pick<Database, 'transact'>;
  log: Logger;
  metrics: Pick<Metrics, 'counter'>;
  now?: () => number;
}): ClientAuthFailures {
  const counted = metrics.counter('hub_client_auth_failures_total');
  let streaks = new Map<string, Streak>();

  function streakOf({ tenantId, clientId }: ClientAuthFailure, at: Date): Streak {
    const key = `${tenantId} ${clientId ?? ''}`;
    let streak = streaks.get(key);
    if (!streak) {
      const none = { attempts: 0, endpoints: new Set<string>(), addresses: new Set<string>() };
      streak = { tenantId, clientId, firstAt: at, lastAt: at, ...none };
      streaks.set(key, streak);
    }
    return streak;
  }

  const record = ({ tenantId, clientId, ...streak }: Streak): Promise<void> =>
    db.transact({ tenantId, actor }, (tx) =>
      tx.audit({
        subject: clientId ? { type: 'client', id: clientId } : { type: 'tenant', id: tenantId },
        data: {
          operationId: 'clientAuthentication',
          outcome: 'denied',
          status: 401,
          code: 'invalid_client',
          sourceIp: [...streak.addresses].at(-1),
          details: {
            attempts: streak.attempts,
            endpoints: [...streak.endpoints],
            sourceAddresses: [...streak.addresses],
            firstAt: streak.firstAt.toISOString(),
            lastAt: streak.lastAt.toISOString(),
          },
        },
      }),
    );

  async function flush(): Promise<void> {
    const taken = [...streaks.values()];
    streaks = new Map();
    for (const streak of taken)
      await record(streak).catch((error: unknown) =>
        log.warn(
          { err: error, tenantId: streak.tenantId, attempts: streak.attempts },
          'failed client authentications could not be recorded',
        ),
      );
  }

  const worker = every(flushMs, 'failed client authentications', log, flush);
  return {
    ...worker,
    flush,
    failed(failure) {
      const { clientId, endpoint, address } = failure;
      counted.inc({ endpoint, client: clientId === undefined ? 'unknown' : 'known' });
      const at = new Date(now());
      const streak = streakOf(failure, at);
      streak.attempts += 1;
      streak.lastAt = at;
      streak.endpoints.add(endpoint);
      if (streak.addresses.size < maxAddresses) streak.addresses.add(address);
    },
    async stop() {
      await worker.stop();
      await flush();
    },
  };
}
