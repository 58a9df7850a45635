import { randomBytes } from 'node:crypto';
import type { AuditRecordInput } from '@platform/contracts';
import { commitmentOf, fixedText, recordHash } from '@platform/kit/audit-chain';
import type { Commitments, PersonalPart, SaltedValue } from '@platform/kit/audit-chain';

/** What of a record names a person, part by part; null where there is nothing. */
export type PersonalValues = Record<PersonalPart, SaltedValue | null>;

/** A record, cut into what is chained and what can be erased. */
export interface RecordParts {
  fixed: Record<string, unknown> & { commitments: Commitments };
  personal: PersonalValues;
}

const saltBytes = 32;

/** Members that have a value; null where there are none. */
function present(members: Record<string, unknown>): Record<string, unknown> | null {
  const entries = Object.entries(members).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

const salted = (value: Record<string, unknown> | null): SaltedValue | null =>
  value === null ? null : { salt: randomBytes(saltBytes).toString('base64url'), value };

/** Details that are not known to be free of people's names: whatever an emitter adds goes here. */
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

function detailsOf({ details, ...data }: AuditRecordInput['data']): Record<string, unknown> | null {
  const further = Object.fromEntries(Object.entries(data).filter(([name]) => !knownData.has(name)));
  return present({ ...further, ...details });
}

function personalOf({ actor, subject, data }: AuditRecordInput): PersonalValues {
  const { sourceIp, userAgent } = data;
  return {
    actor: salted(present({ name: actor.name, email: actor.email, sourceIp, userAgent })),
    subject: salted(present({ name: subject.name, email: subject.email })),
    details: salted(detailsOf(data)),
  };
}

/** Cuts a record: ids and facts are fixed, what names a person is committed to. */
export function recordParts(
  record: AuditRecordInput,
  { tenantId, ingestedBy }: { tenantId: string; ingestedBy: string },
): RecordParts {
  const { data, actor, subject } = record;
  const personal = personalOf(record);
  const committed = (part: PersonalPart): string | null =>
    personal[part] === null ? null : commitmentOf(personal[part]);
  return {
    personal,
    fixed: {
      id: record.id,
      tenantId,
      type: record.type,
      occurredAt: new Date(record.occurredAt).toISOString(),
      actor: { type: actor.type, id: actor.id, clientId: actor.clientId ?? null },
      subject: { type: subject.type, id: subject.id },
      organizationId: record.organizationId ?? null,
      operationId: data.operationId,
      outcome: data.outcome,
      status: data.status ?? null,
      code: data.code ?? null,
      sessionId: data.sessionId ?? null,
      requestId: data.requestId ?? null,
      changed: data.changed ?? [],
      ingestedBy,
      commitments: {
        actor: committed('actor'),
        subject: committed('subject'),
        details: committed('details'),
      },
    },
  };
}

/** A record with its place in the chain. */
export interface ChainedRecord {
  seq: number;
  fixed: string;
  recordHash: string;
}

/** Gives a record its place. */
export function placed(
  { fixed }: Pick<RecordParts, 'fixed'>,
  seq: number,
  recordedAt: string,
): ChainedRecord {
  const whole = { ...fixed, seq, recordedAt, tenantId: String(fixed['tenantId']) };
  return { seq, fixed: fixedText(whole), recordHash: recordHash(whole) };
}
