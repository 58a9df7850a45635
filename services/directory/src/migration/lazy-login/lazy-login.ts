import type { MigrateLoginRequest, MigrateLoginResponse } from '@platform/protos';
import type { Database, Tx, TxContext } from '@platform/kit/database';
import type { Logger } from '@platform/kit/telemetry';
import { asProblem } from '@platform/kit/problem';
import { within } from '@platform/kit/async';
import type { IsErased } from '../../suppressions/erased-people.ts';
import { resolveUser } from '../../users/user-resolution.ts';
import { judgeRow } from '../imports/candidate.ts';
import type { ImportCandidate } from '../imports/candidate.ts';
import type { ImportWriting } from '../imports/import-writing.ts';
import { suppressedKeysOf, writeRow } from '../imports/row-writes.ts';
import { mappingOf } from '../mapping/default-mappings.ts';
import type { ReaderOptions } from '../readers/source-readers.ts';
import { openSourceCredential } from '../sources/migration-source.ts';
import type { SourceRecord } from '../sources/migration-source.ts';
import { findSource } from '../sources/source-store.ts';
import { verifyByHttp } from './http-verification.ts';
import { verifyByLdap } from './ldap-verification.ts';
import type { Verification } from './verification.ts';

export interface LazyLoginOptions
  extends Omit<ImportWriting, 'jobs'>, Pick<ReaderOptions, 'egress' | 'clock'> {
  db: Pick<Database, 'read' | 'transact'>;
  jobs: ImportWriting['jobs'];
  timeoutMs: number;
  log: Pick<Logger, 'warn'>;
}

const rejected: MigrateLoginResponse = { outcome: 'REJECTED' };

const byIdentifier = (identifier: string) =>
  identifier.includes('@')
    ? { email: identifier }
    : identifier.startsWith('+')
      ? { phone: identifier }
      : { username: identifier };

function verification(
  source: SourceRecord,
  { tenantId, identifier, password }: MigrateLoginRequest,
  { egress, clock, secrets, timeoutMs }: LazyLoginOptions,
): Promise<Verification> {
  const credential = openSourceCredential(secrets, tenantId, source);
  const given = { identifier, password };
  if (source.kind === 'http') {
    const { connection } = source;
    return verifyByHttp({ egress, tenantId, connection, credential, timeoutMs, clock }, given);
  }
  if (source.kind !== 'ldap') return Promise.resolve({ verdict: 'unavailable' });
  const options = { egress, connection: source.connection, credential, timeoutMs };
  return verifyByLdap(options, given, AbortSignal.timeout(timeoutMs));
}

/** A source that is down must not look like a wrong password. The password is never logged. */
async function verified(
  source: SourceRecord,
  request: MigrateLoginRequest,
  options: LazyLoginOptions,
): Promise<Verification> {
  try {
    return await within(options.timeoutMs, verification(source, request, options));
  } catch (error) {
    const { name, message } = error as Error;
    const { tenantId } = request;
    options.log.warn(
      { tenantId, name, reason: message },
      'a migration source could not verify a password',
    );
    return { verdict: 'unavailable' };
  }
}

/** The user of a record that the source has verified: created, or found by the match key. */
async function userOf(
  tx: Tx,
  source: SourceRecord,
  candidate: ImportCandidate,
  { identifier, isErased }: { identifier: string; isErased: IsErased },
  options: LazyLoginOptions,
): Promise<MigrateLoginResponse> {
  const written = await writeRow(tx, candidate, {
    ...options,
    isErased,
    options: { ...source.options, onExisting: 'skip' },
    schema: await options.schemas.hold(tx, 'user'),
    importOrigin: source.id,
  });
  if (written.outcome === 'failed') return rejected;
  // The typed identifier belongs to a user here: the source must mean the same person.
  const typed = await resolveUser(tx, byIdentifier(identifier));
  if (typed.outcome === 'found' && typed.userId !== written.userId) return rejected;
  const { userId } = written;
  return { outcome: 'VERIFIED', userId, created: written.outcome === 'created' };
}

/**
 * If a person signs in for the first time twice concurrently, the second sign-in finds the user
 * that the first one created.
 */
async function migrated(
  context: TxContext,
  source: SourceRecord,
  candidate: ImportCandidate,
  { identifier }: MigrateLoginRequest,
  options: LazyLoginOptions,
): Promise<MigrateLoginResponse> {
  const isErased = await options.askErased(context.tenantId, suppressedKeysOf(candidate));
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await options.db.transact(context, (tx) =>
        userOf(tx, source, candidate, { identifier, isErased }, options),
      );
    } catch (error) {
      const { code, status } = asProblem(error);
      if (code === 'already_exists' && attempt === 1) continue;
      if (status < 500) return rejected;
      throw error;
    }
  }
}

/**
 * Verifies a password that the platform does not know at the migration source, and creates the user
 * at the first success.
 */
export const lazyLogin =
  (options: LazyLoginOptions) =>
  async (context: TxContext, request: MigrateLoginRequest): Promise<MigrateLoginResponse> => {
    const source = await options.db.read(context, findSource);
    if (!source || source.options.mode === 'eager') return { outcome: 'NOT_CONFIGURED' };
    // An LDAP bind with an empty password succeeds anonymously (RFC 4513 §5.1.2).
    if (request.password === '' || request.identifier === '') return rejected;
    const verdict = await verified(source, request, options);
    if (verdict.verdict !== 'verified')
      return verdict.verdict === 'rejected' ? rejected : { outcome: 'UNAVAILABLE' };
    const judged = judgeRow(verdict.row, {
      map: mappingOf(source.kind, source.mapping),
      // The source has just verified the password itself, so its hash is not needed.
      options: { ...source.options, passwords: 'ignore' },
      now: new Date(options.clock()),
    });
    if (judged.kind !== 'candidate') {
      options.log.warn(
        {
          tenantId: request.tenantId,
          fault: judged.kind === 'failed' ? judged.failure.code : judged.kind,
        },
        'the record of a migrated sign-in cannot be imported',
      );
      return rejected;
    }
    // Roles in a record are checked against the caller who starts an import; here there is none.
    return migrated(context, source, { ...judged.candidate, memberships: [] }, request, options);
  };

export type LazyLogin = ReturnType<typeof lazyLogin>;
