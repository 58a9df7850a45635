import type { Database } from '@platform/kit/database';
import type { Logger } from '@platform/kit/telemetry';
import { every } from '@platform/kit/service';
import type { Worker } from '@platform/kit/service';

/** Records when secrets are used, and stores it in batches. */
export interface SecretUse extends Worker {
  used(secret: { tenantId: string; clientId: string; id: string }): void;
  flush(): Promise<void>;
}

const flushMs = 10_000;

/** A crash loses at most ten seconds of `lastUsedAt`. */
export function secretUse(db: Database, log: Logger, now: () => number = Date.now): SecretUse {
  let uses = new Map<string, { tenantId: string; clientId: string; id: string; at: Date }>();

  async function flush(): Promise<void> {
    if (uses.size === 0) return;
    const taken = [...uses.values()];
    uses = new Map();
    await db.work((tx) =>
      tx.execute(
        `UPDATE application_secret s SET last_used_at = greatest(s.last_used_at, u.at)
       FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) AS u (tenant_id, client_id, id, at)
       WHERE s.tenant_id = u.tenant_id AND s.client_id = u.client_id AND s.id = u.id`,
        [
          taken.map((u) => u.tenantId),
          taken.map((u) => u.clientId),
          taken.map((u) => u.id),
          taken.map((u) => u.at),
        ],
      ),
    );
  }

  const worker = every(flushMs, 'use of secrets', log, flush);
  return {
    ...worker,
    flush,
    used: (secret) =>
      void uses.set(`${secret.tenantId} ${secret.clientId} ${secret.id}`, {
        ...secret,
        at: new Date(now()),
      }),
    async stop() {
      await worker.stop();
      await flush().catch((error: unknown) =>
        log.warn({ err: error }, 'the last use of secrets could not be stored'),
      );
    },
  };
}
