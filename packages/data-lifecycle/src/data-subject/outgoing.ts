import { familyOf } from '@platform/contracts';
import type { PlatformEvent } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import { erasedKey, subjectKeysOf } from './subject-keys.ts';

/** The identifiers of a person in messages. */
export interface Mentioned {
  /**
   * The platform's id, which may remain where it occurs alone. Empty for a person without an
   * account.
   */
  personId: string;
  identifiers: readonly { type?: string; value?: string }[];
}

/** Identifiers that are unique wherever they occur; a short user name may be part of any word. */
const telling: ReadonlySet<string> = new Set(['email', 'phone']);

/** Returns the texts that identify a message about a person. */
const mentionsOf = ({ personId, identifiers }: Mentioned): string[] => [
  ...(personId === '' ? [] : [personId]),
  ...identifiers.flatMap(({ type = '', value }) => (telling.has(type) && value ? [value] : [])),
];

/**
 * A key identifies its person only as the subject of an event: elsewhere it may be a word, or the
 * id of something else.
 */
const hasKey = ({ subject }: PlatformEvent, { identifiers }: Mentioned): boolean =>
  subject.type === 'user' && subjectKeysOf(identifiers).includes(subject.id);

/** Returns a predicate that recognizes messages about a person, by their text and event. */
export function mentioning(
  person: Mentioned,
): (text: string, event: PlatformEvent | undefined) => boolean {
  const mentions = mentionsOf(person);
  return (text, event) =>
    mentions.some((mention) => text.includes(mention)) ||
    (event !== undefined && hasKey(event, person));
}

/** An event in its envelope, as stored in the outbox. */
interface Envelope {
  subject: string;
  data: PlatformEvent;
}

interface OutgoingRow {
  createdAt: string;
  position: number;
  envelope: Envelope;
}

/** These events announce that a person is gone: receivers need them to know whom to erase. */
const announcesErasure = ({ type }: PlatformEvent): boolean =>
  familyOf(type) === 'erasure' || type === 'user.erased' || type === 'user.deleted';

const without = <T extends object>(value: T, members: readonly string[]): T =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !members.includes(name))) as T;

const names = ['name', 'email'];

/**
 * Redacts an audit record: keeps who did what to whom, by ids, and removes everything else about
 * the person.
 */
function redactedRecord(record: PlatformEvent, personId: string): PlatformEvent {
  const { actor, subject, data } = record;
  const isActor = actor.id === personId;
  const isSubject = subject.id === personId;
  return {
    ...record,
    actor: isActor ? without(actor, names) : actor,
    subject: isSubject ? without(subject, names) : subject,
    data: without(data, [
      ...(isActor ? ['sourceIp', 'userAgent'] : []),
      ...(isSubject ? ['details'] : []),
    ]),
  };
}

const isResource = (value: unknown): value is { id: unknown } =>
  typeof value === 'object' && value !== null && 'id' in value;

/** Redacts an event about a person; keeps the ids of its resources. */
export function redactedEvent(event: PlatformEvent, person: Mentioned): PlatformEvent {
  if (announcesErasure(event)) return event;
  const subject = hasKey(event, person) ? { type: event.subject.type, id: erasedKey } : undefined;
  const named = subject ? { ...event, subject } : event;
  if (event.type === 'audit.recorded') return redactedRecord(named, person.personId);
  const ids = Object.entries(event.data).flatMap(([name, value]) =>
    isResource(value) ? [[name, { id: value.id }]] : [],
  );
  return { ...named, data: { ...Object.fromEntries(ids), redacted: true } };
}

/**
 * Returns the subject as an envelope contains it, since PostgreSQL preserves the text of `json`.
 */
const subjectTexts = ({ identifiers }: Mentioned): string[] =>
  subjectKeysOf(identifiers).map((id) => `"id":${JSON.stringify(id)}`);

const outgoingOf = async (tx: Tx, person: Mentioned): Promise<OutgoingRow[]> => {
  const rows = await tx.rows<OutgoingRow>(
    `SELECT created_at::text AS created_at, position, envelope FROM outbox WHERE tenant_id = $1 AND NOT starts_with(subject, 'kv:')
       AND EXISTS (SELECT FROM unnest($2::text[]) AS mention WHERE strpos(envelope::text, mention) > 0)`,
    [tx.context.tenantId, [...mentionsOf(person), ...subjectTexts(person)]],
  );
  const isMentioned = mentioning(person);
  return rows.filter(({ envelope }) => isMentioned(JSON.stringify(envelope), envelope.data));
};

/** Published rows are kept for a day, to republish what a stream loses. */
async function redactOutbox(tx: Tx, person: Mentioned): Promise<void> {
  const rows = await outgoingOf(tx, person);
  const redacted = rows.map(({ envelope }) => {
    const data = redactedEvent(envelope.data, person);
    const subject = `${data.subject.type}/${data.subject.id}`;
    return { envelope: JSON.stringify({ ...envelope, subject, data }), subject };
  });
  await tx.execute(
    `UPDATE outbox o SET envelope = r.envelope,
       ordering_key = replace(o.ordering_key, o.envelope ->> 'subject', r.subject)
     FROM unnest($2::timestamptz[], $3::bigint[], $4::json[], $5::text[]) AS r (created_at, position, envelope, subject)
     WHERE o.tenant_id = $1 AND o.created_at = r.created_at AND o.position = r.position`,
    [
      tx.context.tenantId,
      rows.map(({ createdAt }) => createdAt),
      rows.map(({ position }) => position),
      redacted.map(({ envelope }) => envelope),
      redacted.map(({ subject }) => subject),
    ],
  );
}

/** The answer to a repeated request whose kept answer named a person erased since. */
const erasedAnswer = (): string => {
  const erased = problem('not_found', { detail: 'The response to this request has been erased.' });
  return JSON.stringify({
    status: erased.status,
    text: JSON.stringify(erased.body()),
    headers: { 'content-type': 'application/problem+json' },
  });
};

/** Returns the subject of a consent as a kept answer contains it: JSON within JSON. */
const answerTexts = ({ identifiers }: Mentioned): string[] =>
  subjectKeysOf(identifiers).map((subjectId) =>
    JSON.stringify(JSON.stringify({ subjectId }).slice(1, -1)).slice(1, -1),
  );

/** A repeat must not be treated as a new request, which would create the person again. */
const redactAnswers = (tx: Tx, person: Mentioned): Promise<number> =>
  tx.execute(
    `UPDATE idempotency_key SET answer = $3 WHERE tenant_id = $1
       AND EXISTS (SELECT FROM unnest($2::text[]) AS mention WHERE strpos(answer, mention) > 0)`,
    [tx.context.tenantId, [...mentionsOf(person), ...answerTexts(person)], erasedAnswer()],
  );

/**
 * Erases a person from the copies that a service keeps for a day of what it has sent: events and
 * audit records in its outbox, and responses kept by idempotency key. Pending rows are published
 * redacted. Responses with a secret are sealed, and expire within the day. Safe to repeat.
 */
export async function eraseOutgoing(tx: Tx, person: Mentioned): Promise<void> {
  await tx.writeMessages();
  await redactOutbox(tx, person);
  await redactAnswers(tx, person);
}
