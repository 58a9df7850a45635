import { familyOf } from '@platform/contracts';
import type { PlatformEvent } from '@platform/contracts';
import { erasedKey } from '@platform/data-lifecycle/data-subject';
import type { Database, TxContext } from '@platform/kit/database';
import type { Channel, IngestionHooks } from '../ingestion/ingested.ts';
import { listPersonEvents, replaceEvents } from './person-events.ts';
import type { EventSubject, PersonEvent } from './person-events.ts';

const pageSize = 500;
/** Receivers use these events to erase the person themselves, so the external ids stay for a week. */
const externalIdsMs = 7 * 86_400_000;

const isRedacted = ({ data }: PlatformEvent): boolean => data['redacted'] === true;

/** Returns the event without data about the person; undefined if there is none to remove. */
function redacted(
  { event, ingestedAt }: PersonEvent,
  { keys }: EventSubject,
  now: number,
): PlatformEvent | undefined {
  const { subject } = event;
  if (subject.type === 'user' && keys.includes(subject.id))
    return { ...event, subject: { type: subject.type, id: erasedKey }, data: { redacted: true } };
  if (familyOf(event.type) !== 'erasure')
    return isRedacted(event) ? undefined : { ...event, data: { redacted: true } };
  const { externalIds, ...data } = event.data;
  return externalIds !== undefined && now - ingestedAt.getTime() > externalIdsMs
    ? { ...event, data }
    : undefined;
}

export interface ErasureOptions {
  db: Pick<Database, 'transact'>;
  hooks: Pick<IngestionHooks, 'onRedacted'>;
  now?: () => number;
}

/**
 * Redacts a channel's events about a person, one page per transaction. Idempotent and resumable.
 * Returns the number of events.
 */
async function redactChannel(
  { db, hooks, now = Date.now }: ErasureOptions,
  context: TxContext,
  channel: Channel,
  person: EventSubject,
): Promise<number> {
  let total = 0;
  for (let after = 0; ;) {
    const page = await db.transact(context, async (tx) => {
      const found = await listPersonEvents(tx, channel, person, after, pageSize);
      const changed = found.flatMap((row) => {
        const event = redacted(row, person, now());
        return event ? [{ ...row, event }] : [];
      });
      if (changed.length > 0) await replaceEvents(tx, channel, changed);
      if (changed.length > 0 && channel === 'events')
        await hooks.onRedacted(
          tx,
          context.tenantId,
          changed.map(({ event }) => event.id),
        );
      return { found: found.length, changed: changed.length, last: found.at(-1)?.seq ?? after };
    });
    total += page.changed;
    after = page.last;
    if (page.found < pageSize) return total;
  }
}

/** Removes a person from the tenant's stored events and audit copies; keeps ids, types, times and numbers. */
export async function erasePerson(
  options: ErasureOptions,
  context: TxContext,
  person: EventSubject,
): Promise<{ events: number; audit: number }> {
  return {
    events: await redactChannel(options, context, 'events', person),
    audit: await redactChannel(options, context, 'audit', person),
  };
}

/** Counts the events that an erasure would redact. */
export const countPerson = (
  { db }: { db: Pick<Database, 'read'> },
  context: TxContext,
  person: EventSubject,
): Promise<number> =>
  db.read(context, async (tx) => {
    let count = 0;
    for (const channel of ['events', 'audit'] as const) {
      for (let page: PersonEvent[] = [], after = 0; ; after = page.at(-1)?.seq ?? after) {
        page = await listPersonEvents(tx, channel, person, after, pageSize);
        count += page.filter(
          ({ event }) => familyOf(event.type) !== 'erasure' && !isRedacted(event),
        ).length;
        if (page.length < pageSize) break;
      }
    }
    return count;
  });
