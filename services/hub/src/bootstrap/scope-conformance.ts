import { defaultTenantId } from '@platform/contracts';
import type { Database } from '@platform/kit/database';
import type { Logger, Metrics } from '@platform/kit/telemetry';
import { every } from '@platform/kit/service';
import type { ReadyCheck, Worker } from '@platform/kit/service';

/** What a client lacks of what is expected of it. */
export interface ScopeGap {
  clientId: string;
  reason: 'missing' | 'disabled' | 'scopes';
  scopes: readonly string[];
}

interface ClientRow {
  clientId: string;
  enabled: boolean;
  allowedScopes: string[];
}

/** Gaps between what clients have and what is expected; a scope too many is none. */
function findGaps(
  expected: Readonly<Record<string, ReadonlySet<string>>>,
  clients: readonly ClientRow[],
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

/** Looks at the start and, while a gap stands, every 30 s: a repair heals without a restart. */
export function scopeConformance(options: ConformanceOptions): {
  worker: Worker;
  ready: ReadyCheck;
  check(): Promise<void>;
} {
  const { db, log, enabled, failsOnGap, recheckMs = 30_000 } = options;
  const gauge = options.metrics.gauge('hub_scope_gaps');
  // A platform client that is listed but was never made resolves to nothing at any tenant.
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
        tx.rows<ClientRow>(
          'SELECT client_id, enabled, allowed_scopes FROM application WHERE tenant_id = $1 AND deleted_at IS NULL AND client_id = ANY ($2)',
          [defaultTenantId, Object.keys(expected)],
        ),
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
