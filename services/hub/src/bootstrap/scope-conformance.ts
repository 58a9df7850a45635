import { defaultTenantId } from '@platform/contracts';
import type { Database, RowOf } from '@platform/kit/database';
import type { Logger, Metrics } from '@platform/kit/telemetry';
import { every } from '@platform/kit/service';
import type { ReadyCheck, Worker } from '@platform/kit/service';
import { hub } from '../generated/tables.ts';

/** A missing client, or what a client lacks. */
export interface ScopeGap {
  clientId: string;
  reason: 'missing' | 'disabled' | 'scopes';
  scopes: readonly string[];
}

const applications = hub
  .table('application')
  .pick('clientId', 'enabled', 'allowedScopes')
  .only({ deletedAt: null });

/** Compares clients with the expected ones. Additional scopes are allowed. */
function findGaps(
  expected: Readonly<Record<string, ReadonlySet<string>>>,
  clients: readonly RowOf<typeof applications>[],
): ScopeGap[] {
  return Object.entries(expected).flatMap(([clientId, scopes]): ScopeGap[] => {
    const client = clients.find((c) => c.clientId === clientId);
    if (!client) return [{ clientId, reason: 'missing', scopes: [...scopes] }];
    if (!client.enabled) return [{ clientId, reason: 'disabled', scopes: [...scopes] }];
    const lacking = [...scopes].filter((scope) => !client.allowedScopes.includes(scope));
    return lacking.length > 0 ? [{ clientId, reason: 'scopes', scopes: lacking }] : [];
  });
}

export interface ConformanceOptions {
  db: Database;
  log: Logger;
  metrics: Metrics;
  enabled: boolean;
  failsOnGap: boolean;
  expected: Readonly<Record<string, ReadonlySet<string>>>;
  platformClientIds: ReadonlySet<string>;
  recheckMs?: number;
}

/** Checks at startup and, while there is a gap, every 30 s, so that a repair needs no restart. */
export function scopeConformance(options: ConformanceOptions): {
  worker: Worker;
  ready: ReadyCheck;
  check(): Promise<void>;
} {
  const { db, log, enabled, failsOnGap, recheckMs = 30_000 } = options;
  const gauge = options.metrics.gauge('hub_scope_gaps');
  // A listed platform client that does not exist could not be used in any tenant.
  const expected = {
    ...Object.fromEntries([...options.platformClientIds].map((id) => [id, new Set<string>()])),
    ...options.expected,
  };
  let gaps: readonly ScopeGap[] | undefined;

  async function check(): Promise<void> {
    if (!enabled || (gaps && gaps.length === 0)) return;
    const clients = await db.read(
      { tenantId: defaultTenantId, actor: { type: 'system', id: 'hub' } },
      (tx) =>
        applications.list(tx, { where: { clientId: Object.keys(expected) }, orderBy: 'clientId' }),
    );
    const found = findGaps(expected, clients);
    if (JSON.stringify(found) !== JSON.stringify(gaps ?? []))
      for (const gap of found) log.error(gap, 'a client lacks a required scope or setting');
    if (gaps && gaps.length > 0 && found.length === 0)
      log.info('every client has the required scopes and settings again');
    gaps = found;
    gauge.set(found.length);
  }

  return {
    check,
    worker: every(recheckMs, 'scope conformance', log, check),
    ready: () =>
      failsOnGap && gaps && gaps.length > 0
        ? gaps
            .map(
              (gap) =>
                `${gap.clientId}: ${gap.reason}${gap.scopes.length ? ` (${gap.scopes.join(' ')})` : ''}`,
            )
            .join('; ')
        : undefined,
  };
}
