import { randomBytes } from 'node:crypto';
import type { AuditRecordInput } from '@platform/contracts';
import { commitmentOf } from '@platform/audit/chain';
import type { Commitments, FixedRecord, PersonalPart, SaltedValue } from '@platform/audit/chain';

/** The personal data of a record by part; null if there is none. */
export type PersonalValues = Record<PersonalPart, SaltedValue | null>;

/** The position of a record in the chain, and its sender. */
export interface RecordPlace {
  tenantId: string;
  seq: number;
  recordedAt: string;
  ingestedBy: string;
}

const saltBytes = 32;
const saltsAtOnce = 256;

/** Draws many salts at a time: a call per salt costs more than the hash over it. */
function saltSource(): () => string {
  let drawn = Buffer.alloc(0);
  let at = 0;
  return () => {
    if (at === drawn.length) {
      drawn = randomBytes(saltBytes * saltsAtOnce);
      at = 0;
    }
    at += saltBytes;
    return drawn.toString('base64url', at - saltBytes, at);
  };
}

const newSalt = saltSource();

/** Returns the members that have a value, with a salt; null if there are none. */
function salted(members: Record<string, unknown>): SaltedValue | null {
  const names = Object.keys(members);
  const present = names.filter((name) => members[name] !== undefined && members[name] !== null);
  if (present.length === 0) return null;
  const value =
    present.length === names.length
      ? members
      : Object.fromEntries(present.map((name) => [name, members[name]]));
  return { salt: newSalt(), value };
}

/** Details known to contain no personal data. All others that an emitter adds count as personal. */
const knownData = new Set([
  'operationId',
  'outcome',
  'status',
  'code',
  'sourceIp',
  'userAgent',
  'sessionId',
  'requestId',
  'changed',
  'details',
]);

function detailsOf(data: AuditRecordInput['data']): Record<string, unknown> {
  const further = Object.keys(data).filter((name) => !knownData.has(name));
  if (further.length === 0) return data.details ?? {};
  return { ...Object.fromEntries(further.map((name) => [name, data[name]])), ...data.details };
}

function personalOf({ actor, subject, data }: AuditRecordInput): PersonalValues {
  const { sourceIp, userAgent } = data;
  return {
    actor: salted({ name: actor.name, email: actor.email, sourceIp, userAgent }),
    subject: salted({ name: subject.name, email: subject.email }),
    details: salted(detailsOf(data)),
  };
}

/** A record with everything that does not depend on its position in the chain. */
export interface PreparedRecord {
  input: AuditRecordInput;
  personal: PersonalValues;
  commitments: Commitments;
}

/** Prepares a record: the expensive part, which does not need the chain. */
export function preparedRecord(input: AuditRecordInput): PreparedRecord {
  const personal = personalOf(input);
  const committed = (part: PersonalPart): string | null =>
    personal[part] === null ? null : commitmentOf(personal[part]);
  const commitments = {
    actor: committed('actor'),
    details: committed('details'),
    subject: committed('subject'),
  };
  return { input, personal, commitments };
}

/** Returns the chained part of a record: ids and facts in clear, personal data as commitments. */
export function fixedRecord(
  { input, commitments }: Pick<PreparedRecord, 'input' | 'commitments'>,
  { tenantId, seq, recordedAt, ingestedBy }: RecordPlace,
): FixedRecord {
  const { data, actor, subject } = input;
  // In the order of RFC 8785, so that serialization needs no sorting.
  return {
    actor: { clientId: actor.clientId ?? null, id: actor.id, type: actor.type },
    changed: data.changed ?? [],
    code: data.code ?? null,
    commitments,
    id: input.id,
    ingestedBy,
    occurredAt: new Date(input.occurredAt).toISOString(),
    operationId: data.operationId,
    organizationId: input.organizationId ?? null,
    outcome: data.outcome,
    recordedAt,
    requestId: data.requestId ?? null,
    seq,
    sessionId: data.sessionId ?? null,
    status: data.status ?? null,
    subject: { id: subject.id, type: subject.type },
    tenantId,
    type: input.type,
  };
}
