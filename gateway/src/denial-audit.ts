import { LRUCache } from 'lru-cache';
import { partitionOf, problems } from '@platform/contracts';
import type { AuditActor, PlatformEvent, ProblemCode } from '@platform/contracts';
import { cloudEvent } from '@platform/kit/database';
import type { Bus } from '@platform/kit/bus';
import { newId } from '@platform/kit/ids';
import type { Logger } from '@platform/kit/telemetry';
import type { Exchange } from './exchange.ts';

/** A denied request to record: the tenant, the caller and the reason. */
export interface Denial {
  tenantId: string;
  actor: AuditActor;
  code: ProblemCode;
  reason: 'ip_denied' | 'tenant_mismatch' | 'internal_auth' | 'cut_off';
  details?: Record<string, unknown>;
}

/** Records denied requests, at most ten per minute for each tenant and reason. */
export type DenialAudit = (x: Exchange, denial: Denial) => void;

const perMinute = 10;

/**
 * Publishes records directly to the stream, since the gateway stores nothing; a record that the bus does not accept is lost, with
 * a warning.
 */
export function denialAudit({
  bus,
  log,
  now = Date.now,
}: {
  bus: Pick<Bus, 'jetstream' | 'isConnected'>;
  log: Logger;
  now?: () => number;
}): DenialAudit {
  const recent = new LRUCache<string, { minute: number; count: number }>({ max: 10_000 });

  function mayRecord(key: string): boolean {
    const minute = Math.floor(now() / 60_000);
    const seen = recent.get(key);
    if (seen?.minute !== minute) recent.set(key, { minute, count: 1 });
    else if (++seen.count > perMinute) return false;
    return true;
  }

  return (x, { tenantId, actor, code, reason, details }) => {
    if (!mayRecord(`${tenantId} ${reason}`)) return;
    const operationId = x.route?.operationId ?? 'none';
    const userAgent = x.headers['user-agent']?.slice(0, 200);
    const event: PlatformEvent = {
      id: newId('event'),
      type: 'audit.recorded',
      occurredAt: new Date(now()).toISOString(),
      actor,
      organizationId: null,
      subject: { type: 'operation', id: operationId },
      schemaVersion: 1,
      data: {
        operationId,
        outcome: 'denied',
        status: problems[code].status,
        code,
        sourceIp: x.clientIp,
        requestId: x.requestId,
        ...(userAgent ? { userAgent } : {}),
        details: { reason, ...details },
      },
    };
    const stream = bus.isConnected() ? bus.jetstream() : undefined;
    const sent =
      stream?.publish(
        `audit.${partitionOf(tenantId)}.${tenantId}.${operationId}`,
        cloudEvent('gateway', event, { tenantId, traceparent: x.traceparent }),
        { msgID: event.id },
      ) ?? Promise.reject(new Error('the bus is away'));
    sent.catch((error: unknown) =>
      log.warn(
        { err: error, tenantId, reason },
        'an audit record of a denied request could not be published',
      ),
    );
  };
}
