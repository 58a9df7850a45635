import type { UserUpdate } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { emailKey } from '@platform/kit/formats';
import { invalid, problem } from '@platform/kit/problem';
import { addMembership, lockMembership } from '../../organizations/organizations.ts';
import { isSuppressed } from '../../suppressions/suppressions.ts';
import { handOverCredentials } from '../../users/credentials/credential-handover.ts';
import { listIdentifierHolders, userCreated } from '../../users/user-bulk.ts';
import { patchedAttributes } from '../../users/user-changes.ts';
import { identityKey } from '../../users/user-identifiers.ts';
import { refuseUnderErasure } from '../../users/user-lifecycle.ts';
import type { UserIdentity, UserRecord } from '../../users/user-record.ts';
import { lockUser, setImportOrigin } from '../../users/users.ts';
import { addUser } from '../../users/user-creation.ts';
import { changeAttributes } from '../../users/user-update.ts';
import { planRow, holderKey, keysOf } from './batch-plan.ts';
import type { ImportCandidate, FailedRow } from './candidate.ts';
import type { RowWriting } from './import-writing.ts';

/** The result of one record. */
export type RowOutcome =
  | { outcome: 'created' | 'updated' | 'skipped'; userId: string }
  | { outcome: 'failed'; failure: FailedRow };

/** Memberships that a record gives: its own, and the one that every user of the import gets. */
export function membershipsOf(
  { memberships }: Pick<ImportCandidate, 'memberships'>,
  { options: { organizationId, roles } }: Pick<RowWriting, 'options'>,
): { organizationId: string; roles: string[] | undefined; pointer: string }[] {
  const own = memberships.map((one, i) => ({
    ...one,
    pointer: `/memberships/${i}/organizationId`,
  }));
  const isGiven = memberships.some((m) => m.organizationId === organizationId);
  return organizationId === undefined || isGiven
    ? own
    : [...own, { organizationId, roles, pointer: '/memberships' }];
}

/** Adds memberships. A member keeps existing roles. Returns whether anything was added. */
async function join(
  tx: Tx,
  user: UserRecord,
  candidate: ImportCandidate,
  writing: RowWriting,
): Promise<boolean> {
  let hasJoined = false;
  for (const { organizationId, roles, pointer } of membershipsOf(candidate, writing)) {
    if (await lockMembership(tx, organizationId, user.id)) continue;
    const added = await addMembership(tx, { organizationId, user, roles, source: 'import' });
    if (!added) throw invalid(pointer, 'not_found', 'must be the id of an organization');
    hasJoined = true;
  }
  return hasJoined;
}

async function handOver(
  tx: Tx,
  userId: string,
  { credential }: ImportCandidate,
  writing: RowWriting,
): Promise<void> {
  if (credential) await handOverCredentials(tx, writing, [{ userId, credential }]);
}

/** The identifiers that suppress the re-creation of an erased person. */
export const suppressedKeysOf = ({ attributes, identities }: ImportCandidate) => [
  { email: attributes.email ?? '', externalId: attributes.externalId ?? '' },
  ...attributes.additionalEmails.map(({ email }) => ({ email })),
  ...identities.map((identity) => ({ identity })),
];

async function requireNotErased(
  tx: Tx,
  candidate: ImportCandidate,
  { suppressionKeys, isErased }: RowWriting,
): Promise<void> {
  for (const subject of suppressedKeysOf(candidate))
    if (isErased(subject) || (await isSuppressed(tx, suppressionKeys, subject)))
      throw problem('invalid_state', {
        detail: 'belongs to a user who has been erased',
        errors: [{ code: 'erased_subject', detail: 'belongs to a user who has been erased' }],
      });
}

async function createOne(tx: Tx, candidate: ImportCandidate, writing: RowWriting): Promise<string> {
  const { attributes, status, identities } = candidate;
  const user = await addUser(
    tx,
    { attributes, status, statusReason: 'import', identities, writer: 'source' },
    writing,
  );
  // After the identifiers are locked: an erasure that held them has recorded them by now.
  await requireNotErased(tx, candidate, writing);
  await setImportOrigin(tx, user.id, writing.importOrigin);
  await tx.publish(userCreated(user, writing.schema, 'import'));
  await join(tx, user, candidate, writing);
  await handOver(tx, user.id, candidate, writing);
  return user.id;
}

/** An address that was verified here stays verified, regardless of the source. */
function keepingProofs(user: UserRecord, { given }: ImportCandidate): UserUpdate {
  const { status: _status, additionalEmails, additionalPhoneNumbers, ...rest } = given;
  const proven = new Set(
    user.additionalEmails.filter((e) => e.verified).map((e) => emailKey(e.email)),
  );
  const provenNumbers = new Set(
    user.additionalPhoneNumbers.filter((p) => p.verified).map((p) => p.phoneNumber),
  );
  return {
    ...rest,
    ...(additionalEmails
      ? {
          additionalEmails: additionalEmails.map((e) => ({
            ...e,
            verified: e.verified || proven.has(emailKey(e.email)),
          })),
        }
      : {}),
    ...(additionalPhoneNumbers
      ? {
          additionalPhoneNumbers: additionalPhoneNumbers.map((p) => ({
            ...p,
            verified: p.verified || provenNumbers.has(p.phoneNumber),
          })),
        }
      : {}),
  };
}

function withIdentities(user: UserRecord, { identities }: ImportCandidate): UserIdentity[] {
  const known = new Set(user.identities.map(identityKey));
  return [...user.identities, ...identities.filter((one) => !known.has(identityKey(one)))];
}

async function updateOne(
  tx: Tx,
  userId: string,
  candidate: ImportCandidate,
  writing: RowWriting,
): Promise<boolean> {
  const user = await lockUser(tx, userId);
  if (!user) throw problem('conflict', { detail: 'The record was deleted in the meantime' });
  refuseUnderErasure(user);
  const { user: after, changed } = await changeAttributes(
    tx,
    user,
    {
      ...patchedAttributes(user, keepingProofs(user, candidate)),
      identities: withIdentities(user, candidate),
    },
    { ...writing, origin: 'import', writer: 'source' },
  );
  const hasJoined = await join(tx, after, candidate, writing);
  await handOver(tx, userId, candidate, writing);
  return changed.length > 0 || hasJoined;
}

/** Writes one record by itself. The users that have its identifiers now decide the result. */
export async function writeRow(
  tx: Tx,
  candidate: ImportCandidate,
  writing: RowWriting,
): Promise<RowOutcome> {
  const holders = await listIdentifierHolders(tx, keysOf(candidate));
  const held = new Map(holders.map((h) => [holderKey(h), h.userId]));
  const decision = planRow(candidate, held, writing.options);
  switch (decision.action) {
    case 'fail':
      return { outcome: 'failed', failure: decision.failure };
    case 'create':
      return { outcome: 'created', userId: await createOne(tx, candidate, writing) };
    case 'skip':
      return { outcome: 'skipped', userId: decision.userId };
    case 'update': {
      const isChanged = await updateOne(tx, decision.userId, candidate, writing);
      return { outcome: isChanged ? 'updated' : 'skipped', userId: decision.userId };
    }
  }
}
