import { personalParts } from '@platform/audit/chain';
import type { PersonalPart, SaltedValue } from '@platform/audit/chain';
import { csvText } from '@platform/data-lifecycle/file-exports';
import type { ScannedRecord } from '../audit-log/record-scan.ts';

const saltedText = (value: string | null, salt: string | null): string =>
  salt === null ? 'null' : `{"salt":"${salt}","value":${value}}`;

const personalText = (r: ScannedRecord): string =>
  `{"actor":${saltedText(r.actor, r.actorSalt)},"subject":${saltedText(r.subject, r.subjectSalt)},"details":${saltedText(r.details, r.detailsSalt)}}`;

/**
 * Returns a record as a line of NDJSON that can be verified on its own, along with its personal
 * data if included. The parts are JSON in the database, and are spliced in without parsing.
 */
function ndjsonLine(record: ScannedRecord, includePersonalData: boolean): string {
  const { seq, recordHash, hash, fixed } = record;
  const line = `{"seq":${seq},"recordHash":"${recordHash}","hash":"${hash}","record":${fixed}`;
  return includePersonalData ? `${line},"personal":${personalText(record)}}\n` : `${line}}\n`;
}

export const ndjsonLines = (
  records: readonly ScannedRecord[],
  includePersonalData: boolean,
): string => records.map((record) => ndjsonLine(record, includePersonalData)).join('');

/** The personal data of a record that has not been erased. */
type Personal = Record<PersonalPart, SaltedValue | null>;

const saltedValue = (value: string | null, salt: string | null): SaltedValue | null =>
  salt === null ? null : { salt, value: value === null ? null : (JSON.parse(value) as unknown) };

const personalOf = (r: ScannedRecord): Personal => ({
  actor: saltedValue(r.actor, r.actorSalt),
  subject: saltedValue(r.subject, r.subjectSalt),
  details: saltedValue(r.details, r.detailsSalt),
});

const fixedColumns = [
  'id',
  'occurredAt',
  'recordedAt',
  'operationId',
  'outcome',
  'status',
  'code',
  'organizationId',
  'sessionId',
  'requestId',
  'ingestedBy',
] as const;

/** The columns of a CSV file, always complete and in this order. */
const csvColumns: readonly string[] = [
  'seq',
  'recordHash',
  'hash',
  ...fixedColumns,
  'actorType',
  'actorId',
  'clientId',
  'subjectType',
  'subjectId',
  'changed',
  ...personalParts.map((part) => `${part}Commitment`),
  'actorName',
  'actorEmail',
  'sourceIp',
  'userAgent',
  'subjectName',
  'subjectEmail',
  'details',
  ...personalParts.map((part) => `${part}Salt`),
];

interface FixedForCsv extends Record<string, unknown> {
  actor: { type: string; id: string; clientId: string | null };
  subject: { type: string; id: string };
  changed: string[];
  commitments: Record<PersonalPart, string | null>;
}

function personalCells({ actor, subject, details }: Personal): unknown[] {
  const { name, email, sourceIp, userAgent } = (actor?.value ?? {}) as Record<string, unknown>;
  const about = (subject?.value ?? {}) as Record<string, unknown>;
  return [
    name,
    email,
    sourceIp,
    userAgent,
    about['name'],
    about['email'],
    details === null ? undefined : JSON.stringify(details.value),
    ...[actor, subject, details].map((part) => part?.salt),
  ];
}

const nobody: Personal = { actor: null, subject: null, details: null };

export const csvHeader = (): string => csvText([[...csvColumns]]);

function csvRow(record: ScannedRecord, includePersonalData: boolean): unknown[] {
  const fixed = JSON.parse(record.fixed) as FixedForCsv;
  const { actor, subject, changed, commitments } = fixed;
  return [
    record.seq,
    record.recordHash,
    record.hash,
    ...fixedColumns.map((name) => fixed[name]),
    actor.type,
    actor.id,
    actor.clientId,
    subject.type,
    subject.id,
    changed.join(' '),
    ...personalParts.map((part) => commitments[part]),
    ...personalCells(includePersonalData ? personalOf(record) : nobody),
  ];
}

export const csvLines = (records: readonly ScannedRecord[], includePersonalData: boolean): string =>
  csvText(records.map((record) => csvRow(record, includePersonalData)));
