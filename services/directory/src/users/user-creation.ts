import type { UserCreation } from '@platform/contracts';
import { together } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import { invalid, problem } from '@platform/kit/problem';
import { acceptedMetadata, keepUnique } from '../attribute-schema/attribute-schema.ts';
import type { MetadataWriter } from '../attribute-schema/attribute-schema.ts';
import { addStep, countOf, userCounter } from '../counters/counters.ts';
import { checkMetadataSize, checkReachable, replacedAttributes } from './user-changes.ts';
import { updateIndexes } from './user-indexes.ts';
import { emptyAttributes } from './user-record.ts';
import type { UserAttributes, UserIdentity, UserManager, UserRecord } from './user-record.ts';
import { insertUser } from './user-store.ts';
import type { UserLimits, UserWriting } from './user-writing.ts';

/** How many more users the tenant may create. */
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

export interface NewUser {
  /** Default: a new one. */
  id?: string;
  attributes: UserAttributes;
  status: UserRecord['status'];
  /** The reason why a user is not active. Default: `admin`. */
  statusReason?: UserRecord['statusReason'];
  identities?: UserIdentity[];
  /** The directory that manages the user. */
  managedBy?: UserManager;
  /** Default: `admin`. */
  writer?: MetadataWriter;
}

/** The record of a new user. @throws 422 for attributes that break a rule */
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
  // The spread comes late: V8 keeps an object that gets many members after one in a slow form, and
  // copies it each time.
  return {
    id: given.id ?? newId('user'),
    identities: given.identities ?? [],
    managedBy: given.managedBy ?? null,
    status: given.status,
    statusReason: given.status === 'active' ? null : (given.statusReason ?? 'admin'),
    statusChangedAt: now,
    version: 1,
    createdAt: now,
    updatedAt: now,
    lastLoginAt: null,
    ...given.attributes,
    metadata,
  };
}

/**
 * Stores a new user: rows, identifiers, search terms, counter. The caller publishes the event.
 * @throws 409 with the pointer of a member that another user has
 */
export async function storeNewUser(
  tx: Tx,
  user: UserRecord,
  { limits, schema }: UserWriting,
): Promise<void> {
  await checkUserLimit(tx, limits);
  // Run in this order.
  await together([
    insertUser(tx, user),
    updateIndexes(tx, undefined, user),
    keepUnique(tx, schema, { entityId: user.id, before: {}, after: user.metadata }),
    addStep(tx, userCounter, 1),
  ]);
}

/** Adds a user with these attributes; see {@link storeNewUser}. */
export async function addUser(tx: Tx, given: NewUser, writing: UserWriting): Promise<UserRecord> {
  const user = newUser(given, writing);
  await storeNewUser(tx, user, writing);
  return user;
}

/** The attributes in a creation request. */
export function creationAttributes(body: UserCreation): UserAttributes {
  if (body.status === 'deactivated')
    throw invalid('/status', 'invalid_format', 'must not be deactivated for a new user');
  return replacedAttributes(emptyAttributes, body);
}
