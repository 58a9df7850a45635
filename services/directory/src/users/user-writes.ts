import type { UserCreation, UserUpdate } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { because, invalid, problem } from '@platform/kit/problem';
import {
  acceptedMetadata,
  deleteUniqueValuesOf,
  isSensitive,
  keepUnique,
  visibleMetadata,
} from '../attribute-schema/attribute-schema.ts';
import type { AttributeSchema, MetadataWriter } from '../attribute-schema/attribute-schema.ts';
import { addStep, countOf, userCounter } from '../counters/counters.ts';
import { isSame } from '../json/merge-patch.ts';
import { refuseManaged } from './managed-members.ts';
import {
  checkMetadataSize,
  checkReachable,
  differences,
  replacedAttributes,
} from './user-changes.ts';
import { identifiersOf, unverifiedEmails } from './user-identifiers.ts';
import { refuseUnderErasure, statusEvent } from './user-lifecycle.ts';
import { attributesOf, emptyAttributes, publishedUser } from './user-record.ts';
import type { UserAttributes, UserIdentity, UserManager, UserRecord } from './user-record.ts';
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

/** By which way a fact about a user came about. */
export type Origin = 'api' | 'scim' | 'sync' | 'jit' | 'import' | 'invitation' | 'erasure';

/** Limits that the operator sets. */
export interface UserLimits {
  maxUsersPerTenant: number;
  maxMetadataBytes: number;
}

/** What every write of users goes by. */
export interface UserWriting {
  limits: UserLimits;
  /** Held by the transaction (see `AttributeSchemas.hold`). */
  schema: AttributeSchema;
}

const alreadyExists = (pointer: string) =>
  because('already_exists', {
    pointer,
    code: 'already_exists',
    detail: 'is already used by another user',
  });

/** Brings the identifiers and search terms of a user up to date; 409 with the pointer of the member that is taken. */
async function updateIndexes(tx: Tx, user: UserRecord): Promise<void> {
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

/** How many more users the tenant may have. */
export const userAllowance = async (tx: Tx, { maxUsersPerTenant }: UserLimits): Promise<number> =>
  maxUsersPerTenant === 0
    ? Number.MAX_SAFE_INTEGER
    : Math.max(0, maxUsersPerTenant - (await countOf(tx, userCounter)));

async function checkUserLimit(tx: Tx, limits: UserLimits): Promise<void> {
  if ((await userAllowance(tx, limits)) > 0) return;
  throw problem('limit_exceeded', {
    detail: `A tenant can have at most ${limits.maxUsersPerTenant} users`,
    errors: [{ code: 'limit_exceeded', detail: 'The tenant has reached its limit of users' }],
  });
}

/** What a new user is made of. */
export interface NewUser {
  attributes: UserAttributes;
  status: UserRecord['status'];
  /** Why a user who is not active is not. Default: `admin`. */
  statusReason?: UserRecord['statusReason'];
  identities?: UserIdentity[];
  /** The directory that manages the user. */
  managedBy?: UserManager;
  /** Default: `admin`. */
  writer?: MetadataWriter;
}

/** The record of a new user. Throws 422 for attributes that break a rule. */
export function newUser(given: NewUser, { limits, schema }: UserWriting): UserRecord {
  checkReachable(given.attributes);
  const metadata = acceptedMetadata(schema, {
    before: {},
    after: given.attributes.metadata,
    writer: given.writer ?? 'admin',
    how: 'create',
  });
  checkMetadataSize(metadata, limits.maxMetadataBytes);
  const now = new Date();
  return {
    ...given.attributes,
    metadata,
    id: newId('user'),
    identities: given.identities ?? [],
    managedBy: given.managedBy ?? null,
    status: given.status,
    statusReason: given.status === 'active' ? null : (given.statusReason ?? 'admin'),
    statusChangedAt: now,
    version: 1,
    createdAt: now,
    updatedAt: now,
    lastLoginAt: null,
  };
}

/** A new user with these attributes: rows, identifiers, search terms, counter. The fact is the caller's to publish. */
export async function addUser(tx: Tx, given: NewUser, writing: UserWriting): Promise<UserRecord> {
  const user = newUser(given, writing);
  const { limits, schema } = writing;
  await checkUserLimit(tx, limits);
  await insertUser(tx, user);
  await updateIndexes(tx, user);
  await keepUnique(tx, schema, { entityId: user.id, before: {}, after: user.metadata });
  await addStep(tx, userCounter, 1);
  return user;
}

/** The attributes of a creation. */
export function creationAttributes(body: UserCreation): UserAttributes {
  if (body.status === 'deactivated')
    throw invalid('/status', 'invalid_format', 'must not be deactivated for a new user');
  return replacedAttributes(emptyAttributes, body);
}

/** How a change comes about. */
export interface ChangeOptions extends UserWriting {
  origin: Origin;
  /** Default: `admin`. */
  writer?: MetadataWriter;
  /** PUT; default: PATCH. */
  isReplacement?: boolean;
  /** The user may be left without any identifier: somebody else has proven theirs. */
  displaced?: boolean;
}

/** Attributes with the metadata that the attribute schema lets through. */
function acceptedAttributes<A extends UserAttributes>(
  user: UserRecord,
  attributes: A,
  { schema, writer = 'admin', isReplacement = false }: ChangeOptions,
): A {
  const metadata = acceptedMetadata(schema, {
    before: user.metadata,
    after: attributes.metadata,
    writer,
    how: isReplacement ? 'replace' : 'patch',
  });
  return { ...attributes, metadata };
}

/** What an event says of the values before: nothing of sensitive ones. */
function publishedPrevious(
  schema: AttributeSchema,
  previous: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(previous).filter(
      ([pointer]) =>
        !pointer.startsWith('/metadata/') ||
        !isSensitive(schema, pointer.slice('/metadata/'.length)),
    ),
  );
}

/** Writes changed attributes; returns the user and what changed. Nothing is written where nothing changes. */
export async function changeAttributes(
  tx: Tx,
  user: UserRecord,
  given: UserAttributes & { identities?: UserIdentity[]; managedBy?: UserManager },
  options: ChangeOptions,
): Promise<{ user: UserRecord; changed: string[] }> {
  const { limits, schema, origin, displaced = false } = options;
  if (!displaced) checkReachable(given);
  const attributes = acceptedAttributes(user, given, options);
  checkMetadataSize(attributes.metadata, limits.maxMetadataBytes);
  const visible = { ...attributesOf(user), metadata: visibleMetadata(schema, user.metadata) };
  const { changed, previous } = differences(visible, attributes);
  if (attributes.identities && attributes.identities.length !== user.identities.length) {
    changed.push('/identities');
    previous['/identities'] = user.identities;
  }
  if (given.managedBy && !isSame(given.managedBy, user.managedBy)) {
    changed.push('/managedBy');
    previous['/managedBy'] = user.managedBy;
  }
  if (changed.length === 0) return { user, changed };
  const after: UserRecord = {
    ...user,
    ...attributes,
    version: user.version + 1,
    updatedAt: new Date(),
  };
  await updateUser(tx, after);
  await updateIndexes(tx, after);
  await keepUnique(tx, schema, {
    entityId: user.id,
    before: user.metadata,
    after: after.metadata,
  });
  await tx.publish({
    type: 'user.updated',
    subject: { type: 'user', id: user.id },
    data: {
      user: publishedUser(after, schema),
      origin,
      changed,
      previous: publishedPrevious(schema, previous),
    },
  });
  return { user: after, changed };
}

/** Writes a change of status that the administrator asked for. */
async function changeStatus(
  tx: Tx,
  user: UserRecord,
  to: UserRecord['status'] | undefined,
  { schema, origin }: Pick<ChangeOptions, 'schema' | 'origin'>,
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
    data: { user: publishedUser(after, schema), origin },
  });
  return after;
}

/** PUT and PATCH: attributes, then status, in one transaction. */
export async function writeUser(
  tx: Tx,
  user: UserRecord,
  given: { attributes: UserAttributes; body: UserUpdate; isReplacement?: boolean },
  writing: UserWriting,
): Promise<{ user: UserRecord; changed: string[] }> {
  refuseUnderErasure(user);
  refuseManaged(user, given.attributes);
  const { isReplacement } = given;
  const options: ChangeOptions = { ...writing, origin: 'api', isReplacement };
  const { user: written, changed } = await changeAttributes(tx, user, given.attributes, options);
  const after = await changeStatus(tx, written, given.body.status, options);
  return { user: after, changed: after.status === user.status ? changed : [...changed, '/status'] };
}

/** Hands the members that a directory wrote to another one, or with null back to administrators. */
export async function changeManager(
  tx: Tx,
  user: UserRecord,
  managedBy: UserManager | null,
  { schema, origin }: Pick<ChangeOptions, 'schema' | 'origin'>,
): Promise<UserRecord> {
  const after: UserRecord = {
    ...user,
    managedBy,
    version: user.version + 1,
    updatedAt: new Date(),
  };
  await updateUser(tx, after);
  await tx.publish({
    type: 'user.updated',
    subject: { type: 'user', id: user.id },
    data: {
      user: publishedUser(after, schema),
      origin,
      changed: ['/managedBy'],
      previous: { '/managedBy': user.managedBy },
    },
  });
  return after;
}

/** Removes a user for good; the rows of memberships are the caller's. */
export async function removeUser(
  tx: Tx,
  user: UserRecord,
  type: 'user.deleted' | 'user.erased',
  origin: Origin,
): Promise<void> {
  await deleteUserRows(tx, user.id);
  await deleteUniqueValuesOf(tx, user.id);
  await addStep(tx, userCounter, -1);
  await tx.publish({
    type,
    subject: { type: 'user', id: user.id },
    data: { user: { id: user.id, externalId: user.externalId }, origin },
  });
}
