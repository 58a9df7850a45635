import { crc32, eventCatalog, partitionOf } from '@platform/contracts';
import type {
  AuditActor,
  AuditData,
  BucketName,
  EventTypeName,
  PlatformEvent,
} from '@platform/contracts';
import { newId } from '../ids/ids.ts';
import { boundedAuditData } from './audit-data.ts';
import { textArray } from './text-array.ts';
import type { TenantSql } from './transaction.ts';

/** An event to publish. The transaction supplies id, time, actor and trace. */
export interface NewEvent {
  type: EventTypeName;
  subject: { type: string; id: string };
  organizationId?: string | null;
  /** The resource as the API returns it, under its name; validated against the catalog. */
  data: Record<string, unknown>;
  /** Default: now. */
  occurredAt?: string;
}

/** An audit record to publish. The transaction supplies id, time and trace. */
export interface NewAuditRecord {
  /** Default: the actor of the transaction. */
  actor?: AuditActor;
  subject: { type: string; id: string };
  organizationId?: string | null;
  data: AuditData;
}

/** A versioned entry of a key-value bucket. */
export interface BucketEntry {
  version: number;
  [property: string]: unknown;
}

/**
 * Publishes from within a transaction. Everything is sent if the transaction commits, and nothing
 * otherwise. The messages of a transaction are written to the outbox in one statement, right before
 * it commits.
 */
export interface Announcements {
  /** Publishes an event. Throws if it does not match the catalog, which is a bug of the service. */
  publish(event: NewEvent): Promise<PlatformEvent>;
  /**
   * Like {@link Announcements.publish}, for many events, in this order. Validates only one event per
   * type against the catalog.
   */
  publishAll(events: readonly NewEvent[]): Promise<void>;
  /** Publishes an audit record. */
  audit(record: NewAuditRecord): Promise<void>;
  /** Puts an entry into a bucket, unless the bucket has the same or a higher version. */
  putEntry(bucket: BucketName, key: string, entry: BucketEntry): Promise<void>;
  /** The messages that are not written yet. */
  readonly unwritten: UnwrittenMessage[];
  /** Writes what was published so far, for statements of this transaction that read the outbox. */
  writeMessages(): Promise<void>;
}

/** A message on its way to the outbox. */
export interface UnwrittenMessage {
  subject: string;
  orderingKey: string;
  eventId: string;
  envelope: string;
}

/**
 * Number of shards of an outbox, assigned by tenant: relays of different pods take different
 * shards.
 */
export const outboxShards = 8;
const maxEventBytes = 64 * 1024;

/** An event over 64 KiB is reduced to the ids of its resources. */
function bounded(event: PlatformEvent): { event: PlatformEvent; json: string } {
  const json = JSON.stringify(event);
  // A UTF-16 unit takes at most three bytes in UTF-8, so short strings need no measuring.
  if (3 * json.length <= maxEventBytes || Buffer.byteLength(json) <= maxEventBytes)
    return { event, json };
  const named = Object.entries(event.data).filter(
    ([, v]) => typeof v === 'object' && v !== null && 'id' in v,
  );
  const cut = {
    ...event,
    data: {
      ...Object.fromEntries(named.map(([k, v]) => [k, { id: (v as { id: unknown }).id }])),
      truncated: true,
    },
  };
  return { event: cut, json: JSON.stringify(cut) };
}

interface Envelope {
  tenantId: string;
  traceparent?: string | undefined;
  /** The event as JSON, if the caller already has it. */
  json?: string;
}

/**
 * Serializes an event as CloudEvents 1.0, structured JSON, with the tenant as an extension: its
 * form on the bus.
 */
export function cloudEvent(
  service: string,
  event: PlatformEvent,
  { tenantId, traceparent, json = JSON.stringify(event) }: Envelope,
): string {
  const attributes = JSON.stringify({
    specversion: '1.0',
    id: event.id,
    source: `/services/${service}`,
    type: event.type,
    subject: `${event.subject.type}/${event.subject.id}`,
    time: event.occurredAt,
    datacontenttype: 'application/json',
    tenantid: tenantId,
    traceparent,
  });
  return `${attributes.slice(0, -1)},"data":${json}}`;
}

/** Writes messages in this order. Not by an INSERT: the function also notes what is pending. */
async function insertMessages(sql: TenantSql, messages: readonly UnwrittenMessage[]) {
  const { tenantId } = sql.context;
  await sql.prepared('enqueue', 'SELECT outbox_write($1, $2::smallint, $3, $4, $5, $6)', [
    tenantId,
    crc32(tenantId) % outboxShards,
    textArray(messages.map(({ orderingKey }) => `${tenantId}/${orderingKey}`)),
    textArray(messages.map(({ eventId }) => eventId)),
    textArray(messages.map(({ subject }) => subject)),
    textArray(messages.map(({ envelope }) => envelope)),
  ]);
}

/** Builds the messages of a service. */
export function outbox(service: string, now: () => number = Date.now) {
  function checkEvent({ type, data }: NewEvent): void {
    const checked = eventCatalog[type].data.safeParse(data);
    if (!checked.success)
      throw new Error(`event ${type} does not match the catalog: ${checked.error.message}`);
  }

  function eventMessage(
    { context }: Pick<TenantSql, 'context'>,
    { type, subject, organizationId = null, data, occurredAt }: NewEvent,
  ): { event: PlatformEvent; message: UnwrittenMessage } {
    const entry = eventCatalog[type];
    const { event, json } = bounded({
      id: newId('event'),
      type,
      occurredAt: occurredAt ?? new Date(now()).toISOString(),
      actor: context.actor,
      organizationId,
      subject,
      data,
      schemaVersion: entry.schemaVersion,
    });
    const { tenantId } = context;
    const isPlatform = entry.channel === 'platform';
    const message = {
      subject: isPlatform
        ? `platform.${type}`
        : `events.${partitionOf(tenantId)}.${tenantId}.${type}`,
      orderingKey: `${subject.type}/${subject.id}`,
      eventId: event.id,
      envelope: cloudEvent(service, event, { ...context, json }),
    };
    return { event, message };
  }

  return {
    event(sql: Pick<TenantSql, 'context'>, given: NewEvent) {
      checkEvent(given);
      return eventMessage(sql, given);
    },

    events(sql: Pick<TenantSql, 'context'>, events: readonly NewEvent[]): UnwrittenMessage[] {
      // Validating each event costs as much as serializing it; events of one type come from the
      // same code.
      new Map(events.map((event) => [event.type, event])).forEach(checkEvent);
      return events.map((event) => eventMessage(sql, event).message);
    },

    auditRecord({ context }: Pick<TenantSql, 'context'>, record: NewAuditRecord): UnwrittenMessage {
      const { tenantId, actor } = context;
      const event: PlatformEvent = {
        id: newId('event'),
        type: 'audit.recorded',
        occurredAt: new Date(now()).toISOString(),
        actor: record.actor ?? actor,
        organizationId: record.organizationId ?? null,
        subject: record.subject,
        data: { ...boundedAuditData(record.data) },
        schemaVersion: 1,
      };
      return {
        subject: `audit.${partitionOf(tenantId)}.${tenantId}.${record.data.operationId}`,
        orderingKey: `audit/${event.id}`,
        eventId: event.id,
        envelope: cloudEvent(service, event, context),
      };
    },

    entry: (bucket: BucketName, key: string, entry: BucketEntry): UnwrittenMessage => ({
      subject: `kv:${bucket}:${key}`,
      orderingKey: `kv/${bucket}/${key}`,
      eventId: newId('event'),
      envelope: JSON.stringify(entry),
    }),
  };
}

/** Builds messages (see {@link outbox}). */
export type Outbox = ReturnType<typeof outbox>;

/**
 * Creates the announcements of one transaction. `onCommit` runs once, after the commit, if there
 * were any.
 */
export function announcements(box: Outbox, sql: TenantSql, onCommit: () => void): Announcements {
  const unwritten: UnwrittenMessage[] = [];
  let isAwaited = false;
  function add(message: UnwrittenMessage): void {
    if (!isAwaited) sql.afterCommit(onCommit);
    isAwaited = true;
    unwritten.push(message);
  }
  return {
    unwritten,
    async publish(given) {
      const { event, message } = box.event(sql, given);
      add(message);
      return event;
    },
    publishAll: async (events) => box.events(sql, events).forEach(add),
    audit: async (record) => add(box.auditRecord(sql, record)),
    putEntry: async (...entry) => add(box.entry(...entry)),
    async writeMessages() {
      if (unwritten.length > 0) await insertMessages(sql, unwritten.splice(0));
    },
  };
}
