import type { UserCreation, UserUpdate } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { because, invalid, problem } from '@platform/kit/problem';
import { addStep, countOf, userCounter } from '../organizations/counter-store.ts';
import { checkMetadata, checkReachable, differences, replacedAttributes } from './user-changes.ts';
import { identifiersOf, unverifiedEmails } from './user-identifiers.ts';
import { refuseUnderErasure, statusEvent } from './user-lifecycle.ts';
import { attributesOf, emptyAttributes, userResource } from './user-record.ts';
import type { UserAttributes, UserIdentity, UserRecord } from './user-record.ts';
import { searchTerms } from './user-search.ts';
import {
  deleteIdentifiers,
  deleteUserRows,
  insertIdentifiers,
  insertUser,
  listIdentifiers,
  replaceSearchTerms,
  replaceUnverifiedEmails,
  updateUser,
} from './user-store.ts';

/** By which way a fact about a person came about. */
export type Origin = 'api' | 'scim' | 'sync' | 'jit' | 'import' | 'invitation' | 'erasure';

/** Limits that the operator sets. */
export interface UserLimits {
  maxUsersPerTenant: number;
  maxMetadataBytes: number;
}

const alreadyExists = (pointer: string) =>
  because('already_exists', {
    pointer,
    code: 'already_exists',
    detail: 'is taken by another user',
  });

/** Brings the identifiers and search terms of a person up to date; 409 with the pointer of the member that is taken. */
async function settleIndexes(tx: Tx, user: UserRecord): Promise<void> {
  const wanted = identifiersOf(user);
  const held = await listIdentifiers(tx, user.id);
  const same = (a: { kind: string; value: string; verified: boolean }, b: typeof a) =>
    a.kind === b.kind && a.value === b.value && a.verified === b.verified;
  await deleteIdentifiers(
    tx,
    user.id,
    held.filter((h) => !wanted.some((w) => same(h, w))),
  );
  const [clash] = await insertIdentifiers(
    tx,
    user.id,
    wanted.filter((w) => !held.some((h) => same(h, w))),
  );
  if (clash) throw alreadyExists(clash.pointer);
  await replaceUnverifiedEmails(tx, user.id, unverifiedEmails(user));
  await replaceSearchTerms(tx, user.id, searchTerms(user));
}

async function checkUserLimit(tx: Tx, { maxUsersPerTenant }: UserLimits): Promise<void> {
  if (maxUsersPerTenant === 0 || (await countOf(tx, userCounter)) < maxUsersPerTenant) return;
  throw problem('limit_exceeded', {
    detail: `a tenant may have ${maxUsersPerTenant} users`,
    errors: [{ code: 'limit_exceeded', detail: 'users of the tenant' }],
  });
}

/** A new person with these attributes: rows, identifiers, search terms, counter. The fact is the caller's to publish. */
export async function addUser(
  tx: Tx,
  given: { attributes: UserAttributes; status: UserRecord['status']; identities?: UserIdentity[] },
  limits: UserLimits,
): Promise<UserRecord> {
  checkReachable(given.attributes);
  checkMetadata(given.attributes, limits.maxMetadataBytes);
  await checkUserLimit(tx, limits);
  const now = new Date();
  const user: UserRecord = {
    ...given.attributes,
    id: newId('user'),
    identities: given.identities ?? [],
    status: given.status,
    statusReason: given.status === 'active' ? null : 'admin',
    statusChangedAt: now,
    version: 1,
    createdAt: now,
    updatedAt: now,
    lastLoginAt: null,
  };
  await insertUser(tx, user);
  await settleIndexes(tx, user);
  await addStep(tx, userCounter, 1);
  return user;
}

/** The attributes of a creation. */
export function creationAttributes(body: UserCreation): UserAttributes {
  if (body.status === 'deactivated')
    throw invalid('/status', 'invalid_format', 'cannot be deactivated from the start');
  return replacedAttributes(emptyAttributes, body);
}

/** How a change comes about. */
export interface ChangeOptions {
  limits: UserLimits;
  origin: Origin;
  /** The person may be left without any identifier: somebody else has proven theirs. */
  displaced?: boolean;
}

/** Writes changed attributes; returns the user and what changed. Nothing is written where nothing changes. */
export async function changeAttributes(
  tx: Tx,
  user: UserRecord,
  attributes: UserAttributes & { identities?: UserIdentity[] },
  { limits, origin, displaced = false }: ChangeOptions,
): Promise<{ user: UserRecord; changed: string[] }> {
  if (!displaced) checkReachable(attributes);
  checkMetadata(attributes, limits.maxMetadataBytes);
  const { changed, previous } = differences(attributesOf(user), attributes);
  if (attributes.identities && attributes.identities.length !== user.identities.length) {
    changed.push('/identities');
    previous['/identities'] = user.identities;
  }
  if (changed.length === 0) return { user, changed };
  const after: UserRecord = {
    ...user,
    ...attributes,
    version: user.version + 1,
    updatedAt: new Date(),
  };
  await updateUser(tx, after);
  await settleIndexes(tx, after);
  await tx.publish({
    type: 'user.updated',
    subject: { type: 'user', id: user.id },
    data: { user: userResource(after), origin, changed, previous },
  });
  return { user: after, changed };
}

/** Writes a change of status that the administrator asked for. */
async function changeStatus(
  tx: Tx,
  user: UserRecord,
  to: UserRecord['status'] | undefined,
  origin: Origin,
): Promise<UserRecord> {
  const event = to === undefined ? undefined : statusEvent(user, to);
  if (!event || to === undefined) return user;
  const now = new Date();
  const after: UserRecord = {
    ...user,
    status: to,
    statusReason: to === 'active' ? null : 'admin',
    statusChangedAt: now,
    version: user.version + 1,
    updatedAt: now,
  };
  await updateUser(tx, after);
  await tx.publish({
    type: event,
    subject: { type: 'user', id: user.id },
    data: { user: userResource(after), origin },
  });
  return after;
}

/** PUT and PATCH: attributes, then status, in one transaction. */
export async function writeUser(
  tx: Tx,
  user: UserRecord,
  given: { attributes: UserAttributes; body: UserUpdate },
  limits: UserLimits,
): Promise<{ user: UserRecord; changed: string[] }> {
  refuseUnderErasure(user);
  const { user: written, changed } = await changeAttributes(tx, user, given.attributes, {
    limits,
    origin: 'api',
  });
  const after = await changeStatus(tx, written, given.body.status, 'api');
  return { user: after, changed: after.status === user.status ? changed : [...changed, '/status'] };
}

/** Removes a person for good; the rows of memberships are the caller's. */
export async function removeUser(
  tx: Tx,
  user: UserRecord,
  type: 'user.deleted' | 'user.erased',
  origin: Origin,
): Promise<void> {
  await deleteUserRows(tx, user.id);
  await addStep(tx, userCounter, -1);
  await tx.publish({
    type,
    subject: { type: 'user', id: user.id },
    data: { user: { id: user.id, externalId: user.externalId }, origin },
  });
}
