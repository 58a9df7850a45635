import type { UserUpdate } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import {
  acceptedMetadata,
  isSensitiveKey,
  keepUnique,
  visibleMetadata,
} from '../attribute-schema/attribute-schema.ts';
import type { AttributeSchema, MetadataWriter } from '../attribute-schema/attribute-schema.ts';
import { isSame } from '../json/json-equality.ts';
import { refuseManaged } from './managed-members.ts';
import {
  checkMetadataSize,
  checkReachable,
  differences,
  patchedAttributes,
} from './user-changes.ts';
import { updateIndexes } from './user-indexes.ts';
import { refuseUnderErasure, statusEvent } from './user-lifecycle.ts';
import { attributesOf, publishedUser } from './user-record.ts';
import type { UserAttributes, UserIdentity, UserManager, UserRecord } from './user-record.ts';
import { updateUser } from './user-store.ts';
import type { Origin, UserWriting } from './user-writing.ts';

export interface ChangeOptions extends UserWriting {
  origin: Origin;
  /** Default: `admin`. */
  writer?: MetadataWriter;
  /** PUT; default: PATCH. */
  isReplacement?: boolean;
  /** The user may be left without any identifier: another user has proven theirs. */
  displaced?: boolean;
}

/** Attributes with the metadata that the attribute schema accepts. */
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

/** The previous values in an event, without sensitive ones. */
function publishedPrevious(
  schema: AttributeSchema,
  previous: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(previous).filter(
      ([pointer]) =>
        !pointer.startsWith('/metadata/') ||
        !isSensitiveKey(schema, pointer.slice('/metadata/'.length)),
    ),
  );
}

/**
 * Writes changed attributes; returns the user and the changes. Writes nothing if nothing changes.
 */
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
  await updateIndexes(tx, user, after);
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

/** Writes a change of status that the administrator requested. */
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

/** PATCH of a user. */
export const patchUser = (
  tx: Tx,
  user: UserRecord,
  body: UserUpdate,
  writing: UserWriting,
): Promise<{ user: UserRecord; changed: string[] }> =>
  writeUser(tx, user, { attributes: patchedAttributes(user, body), body }, writing);

/** Transfers the members that a directory wrote to another one or, with null, to administrators. */
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
