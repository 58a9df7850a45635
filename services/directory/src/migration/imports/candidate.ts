import { ImportedUser } from '@platform/contracts';
import type {
  ImportedPasswordHashInput,
  ImportedUserInput,
  MigrationOptionsInput,
} from '@platform/contracts';
import { emailKey } from '@platform/kit/formats';
import { parseBody } from '@platform/kit/http';
import { asProblem, invalid } from '@platform/kit/problem';
import type { HandoverCredential } from '../../users/credentials/handover-credential.ts';
import {
  hasCostBeyondBounds,
  isWeakHash,
  passwordHashVerdict,
} from '../../users/credentials/password-hash.ts';
import { replacedAttributes } from '../../users/user-changes.ts';
import { identifiersOf } from '../../users/user-identifiers.ts';
import type { Identifier } from '../../users/user-identifiers.ts';
import { emptyAttributes } from '../../users/user-record.ts';
import type { UserAttributes, UserIdentity } from '../../users/user-record.ts';
import { storableText } from '../../json/storable-text.ts';
import type { MapRecord, RowProblem } from '../mapping/record-mapping.ts';
import type { SourceIdentity, SourceRow } from '../readers/source-reader.ts';
import { identityIssuerOf, qualifiedIssuer } from './identity-issuers.ts';

/** A record that was mapped and validated without the database. */
export interface ImportCandidate {
  row: number;
  sourceId: string | null;
  /** The members that the source sets, and that an update changes. */
  given: Omit<
    ImportedUserInput,
    'sourceId' | 'identities' | 'passwordHash' | 'credential' | 'memberships'
  >;
  attributes: UserAttributes;
  status: 'active' | 'suspended' | 'deactivated';
  identities: UserIdentity[];
  identifiers: Identifier[];
  memberships: NonNullable<ImportedUserInput['memberships']>;
  credential: HandoverCredential | undefined;
}

export interface FailedRow extends RowProblem {
  row: number;
  sourceId: string | null;
}

/** A hash for a user that another record describes. */
export interface ImportedPassword {
  row: number;
  sourceId: string | null;
  credential: HandoverCredential | undefined;
}

/** A record after validation. */
export type JudgedRow =
  | { kind: 'candidate'; candidate: ImportCandidate }
  | { kind: 'password'; password: ImportedPassword }
  | { kind: 'failed'; failure: FailedRow };

export interface Judging {
  map: MapRecord;
  options: MigrationOptionsInput;
  /** When federated logins are linked. */
  now: Date;
}

/** Describes the problem of a record without its values. */
export function rowProblemOf(error: unknown): RowProblem {
  const { code, message, details } = asProblem(error);
  const [first] = details.errors ?? [];
  return {
    pointer: first?.pointer ?? null,
    code: first?.code ?? code,
    detail: first?.detail ?? message,
  };
}

const outOfBounds = () =>
  invalid('/passwordHash', 'hash_out_of_bounds', 'has cost parameters outside the allowed range');

function judgedHash(
  hash: ImportedPasswordHashInput,
  { allowWeakHashes }: MigrationOptionsInput,
): ImportedPasswordHashInput {
  if (isWeakHash(hash) && !allowWeakHashes)
    throw invalid(
      '/passwordHash/algorithm',
      'weak_hash',
      `can be ${hash.algorithm} only if the source has allowWeakHashes`,
    );
  const verdict = passwordHashVerdict(hash);
  if (verdict === 'beyond') throw outOfBounds();
  if (verdict === 'other')
    throw invalid(
      '/passwordHash/value',
      'invalid_format',
      `is not a ${hash.algorithm} hash in a supported format`,
    );
  return hash;
}

function credentialOf(
  { passwordHash, credential }: ImportedUserInput,
  options: MigrationOptionsInput,
): HandoverCredential | undefined {
  if (options.passwords === 'ignore') return undefined;
  if (passwordHash) return { passwordHash: judgedHash(passwordHash, options), mustChange: false };
  if (credential && 'passwordHash' in credential) judgedHash(credential.passwordHash, options);
  return credential;
}

/** A source's claim counts as proof only if the tenant says so. */
function trusted(
  given: ImportCandidate['given'],
  { trustEmailVerified }: MigrationOptionsInput,
): ImportCandidate['given'] {
  if (trustEmailVerified) return given;
  const { emailVerified: _email, phoneVerified: _phone, ...rest } = given;
  const unproven = <T extends { verified: boolean }>(list: T[] | null | undefined) =>
    list?.map((one) => ({ ...one, verified: false }));
  const additionalEmails = unproven(rest.additionalEmails);
  const additionalPhoneNumbers = unproven(rest.additionalPhoneNumbers);
  return {
    ...rest,
    ...(additionalEmails ? { additionalEmails } : {}),
    ...(additionalPhoneNumbers ? { additionalPhoneNumbers } : {}),
  };
}

function identitiesOf(
  listed: ImportedUserInput['identities'] = [],
  found: readonly SourceIdentity[] = [],
  { options, now }: Judging,
): UserIdentity[] {
  const named = found.flatMap(({ issuer, provider, subject }) => {
    const known = issuer ?? (provider && identityIssuerOf(provider, options.identityIssuers));
    return known ? [{ issuer: known, subject }] : [];
  });
  const linkedAt = now.toISOString();
  return [...listed, ...named].map(({ issuer, subject }) => ({
    issuer: qualifiedIssuer(issuer),
    subject,
    directoryId: null,
    linkedAt,
  }));
}

function judgedUser(row: SourceRow, judging: Judging): ImportCandidate {
  const { user, problems } = judging.map(row.record);
  const [problem] = problems;
  if (problem) throw invalid(problem.pointer ?? '', problem.code as 'required', problem.detail);
  const withHash =
    row.passwordHash === undefined ||
    'passwordHash' in user ||
    judging.options.passwords === 'ignore'
      ? user
      : { ...user, passwordHash: row.passwordHash };
  if ('passwordHash' in withHash && hasCostBeyondBounds(withHash['passwordHash']))
    throw outOfBounds();
  const parsed = ImportedUser.safeParse(withHash);
  const input = parsed.success ? parsed.data : parseBody(ImportedUser, withHash);
  const {
    sourceId,
    identities,
    passwordHash: _hash,
    credential: _credential,
    memberships,
    ...all
  } = input;
  const externalId = all.externalId ?? sourceId ?? row.sourceId;
  const given = trusted({ ...all, ...(externalId ? { externalId } : {}) }, judging.options);
  const attributes = replacedAttributes(emptyAttributes, given);
  const linked = identitiesOf(identities, row.identities, judging);
  return {
    row: row.row,
    sourceId: sourceId ?? row.sourceId ?? externalId ?? null,
    given,
    attributes,
    status: all.status ?? 'active',
    identities: linked,
    identifiers: identifiersOf({ ...attributes, identities: linked }),
    memberships: memberships ?? [],
    credential: credentialOf(input, judging.options),
  };
}

function judgedPassword(row: SourceRow, { options }: Judging): ImportedPassword {
  const { passwordHash } = row;
  if (hasCostBeyondBounds(passwordHash)) throw outOfBounds();
  const { success, data } = ImportedUser.shape.passwordHash.safeParse(passwordHash);
  if (!success || !data)
    throw invalid('/passwordHash', 'invalid_format', 'must be a password hash');
  const credential = credentialOf({ passwordHash: data } as ImportedUserInput, options);
  return { row: row.row, sourceId: row.sourceId, credential };
}

/** A problem may quote names from the record, so they are made storable. */
function failedRow({ row, sourceId }: SourceRow, { pointer, code, detail }: RowProblem): JudgedRow {
  const failure: FailedRow = {
    row,
    sourceId: sourceId === null ? null : storableText(sourceId.slice(0, 255)),
    pointer: pointer === null ? null : storableText(pointer),
    code,
    detail: storableText(detail),
  };
  return { kind: 'failed', failure };
}

/** Maps and validates one record of a source. */
export function judgeRow(row: SourceRow, judging: Judging): JudgedRow {
  const failed = (problem: RowProblem): JudgedRow => failedRow(row, problem);
  if (row.fault) return failed(row.fault);
  if (row.sourceId !== null && storableText(row.sourceId) !== row.sourceId)
    return failed({
      pointer: '/sourceId',
      code: 'invalid_format',
      detail: 'must not contain NUL or an unpaired surrogate',
    });
  try {
    return row.kind === 'password'
      ? { kind: 'password', password: judgedPassword(row, judging) }
      : { kind: 'candidate', candidate: judgedUser(row, judging) };
  } catch (error) {
    // An internal error must not look like a problem of the record.
    if (asProblem(error).status >= 500) throw error;
    return failed(rowProblemOf(error));
  }
}

/** The identifier that a user is matched by; undefined if the record has none. */
export function matchKeyOf(
  { attributes }: Pick<ImportCandidate, 'attributes'>,
  matchBy: MigrationOptionsInput['matchBy'],
): Pick<Identifier, 'kind' | 'value'> | undefined {
  const { email, externalId } = attributes;
  if (matchBy === 'external_id')
    return externalId === null ? undefined : { kind: 'external_id', value: externalId };
  const key = email === null ? undefined : emailKey(email);
  return key === undefined ? undefined : { kind: 'email', value: key };
}
