import { crc32, eventCatalog, partitionOf } from '@platform/contracts';
import type { AuditActor, AuditData, EventTypeName, PlatformEvent } from '@platform/contracts';
import type { Tx } from '../database/transaction.ts';
import { newId } from '../ids/ids.ts';
import type { BucketName } from './topology.ts';

/** An event to publish. Id, time, actor and trace come from the transaction. */
export interface NewEvent {
  type: EventTypeName;
  subject: { type: string; id: string };
  organizationId?: string | null;
  /** The resource as the API returns it, under its name; checked against the catalog. */
  data: Record<string, unknown>;
  /** Default: now. */
  occurredAt?: string;
}

/** Shards of an outbox, by tenant: relays of several pods take different ones. */
export const outboxShards = 8;

const maxEventBytes = 64 * 1024;

/** Over 64 KiB an event keeps only what its resources are called. */
function bounded(event: PlatformEvent): PlatformEvent {
  if (Buffer.byteLength(JSON.stringify(event)) <= maxEventBytes) return event;
  const named = Object.entries(event.data).filter(
    ([, v]) => typeof v === 'object' && v !== null && 'id' in v,
  );
  return {
    ...event,
    data: {
      ...Object.fromEntries(named.map(([k, v]) => [k, { id: (v as { id: unknown }).id }])),
      truncated: true,
    },
  };
}

/** CloudEvents 1.0, structured JSON, with the tenant as an extension: how an event lies on the bus. */
export const cloudEvent = (
  service: string,
  event: PlatformEvent,
  { tenantId, traceparent }: { tenantId: string; traceparent?: string | undefined },
): string =>
  JSON.stringify({
    specversion: '1.0',
    id: event.id,
    source: `/services/${service}`,
    type: event.type,
    subject: `${event.subject.type}/${event.subject.id}`,
    time: event.occurredAt,
    datacontenttype: 'application/json',
    tenantid: tenantId,
    ...(traceparent ? { traceparent } : {}),
    data: event,
  });

/** Writes rows into the outbox of the schema, in the caller's transaction; the relay publishes them. */
export function outbox(service: string, now: () => number = Date.now) {
  async function enqueue(
    tx: Tx,
    row: { subject: string; orderingKey: string; eventId: string; envelope: string },
  ): Promise<void> {
    const orderingKey = `${tx.context.tenantId}/${row.orderingKey}`;
    await tx.execute(
      'INSERT INTO outbox (tenant_id, shard, ordering_key, event_id, subject, envelope) VALUES ($1, $2, $3, $4, $5, $6)',
      [
        tx.context.tenantId,
        crc32(tx.context.tenantId) % outboxShards,
        orderingKey,
        row.eventId,
        row.subject,
        row.envelope,
      ],
    );
  }

  return {
    /** Enqueues one event. Throws when it does not fit the catalog: that is a fault of ours, not of the caller. */
    async publish(
      tx: Tx,
      { type, subject, organizationId = null, data, occurredAt }: NewEvent,
    ): Promise<PlatformEvent> {
      const entry = eventCatalog[type];
      const checked = entry.data.safeParse(data);
      if (!checked.success)
        throw new Error(`event ${type} does not fit the catalog: ${checked.error.message}`);
      const event = bounded({
        id: newId('event'),
        type,
        occurredAt: occurredAt ?? new Date(now()).toISOString(),
        actor: tx.context.actor,
        organizationId,
        subject,
        data,
        schemaVersion: entry.schemaVersion,
      });
      const { tenantId } = tx.context;
      const subjectName =
        entry.channel === 'platform'
          ? `platform.${type}`
          : `events.${partitionOf(tenantId)}.${tenantId}.${type}`;
      await enqueue(tx, {
        subject: subjectName,
        orderingKey: `${subject.type}/${subject.id}`,
        eventId: event.id,
        envelope: cloudEvent(service, event, tx.context),
      });
      return event;
    },

    /** Enqueues one audit record. */
    async record(
      tx: Tx,
      record: {
        actor: AuditActor;
        subject: { type: string; id: string };
        organizationId?: string | null;
        data: AuditData;
      },
    ): Promise<void> {
      const { tenantId } = tx.context;
      const event: PlatformEvent = {
        id: newId('event'),
        type: 'audit.recorded',
        occurredAt: new Date(now()).toISOString(),
        actor: record.actor,
        organizationId: record.organizationId ?? null,
        subject: record.subject,
        data: { ...record.data },
        schemaVersion: 1,
      };
      await enqueue(tx, {
        subject: `audit.${partitionOf(tenantId)}.${tenantId}.${record.data.operationId}`,
        orderingKey: `audit/${event.id}`,
        eventId: event.id,
        envelope: cloudEvent(service, event, tx.context),
      });
    },

    /** Enqueues a KV entry: the relay writes it unless the bucket already holds a version as high. */
    async put(
      tx: Tx,
      bucket: BucketName,
      key: string,
      entry: { version: number; [member: string]: unknown },
    ): Promise<void> {
      await enqueue(tx, {
        subject: `kv:${bucket}:${key}`,
        orderingKey: `kv/${bucket}/${key}`,
        eventId: newId('event'),
        envelope: JSON.stringify(entry),
      });
    },
  };
}

/** Enqueues events (see {@link outbox}). */
export type Outbox = ReturnType<typeof outbox>;
