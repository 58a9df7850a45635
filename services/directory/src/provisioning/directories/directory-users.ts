import { newId } from '@platform/kit/ids';
import type { Tx } from '@platform/kit/database';
import { problemWithReason, invalid } from '@platform/kit/problem';
import { isSame } from '../../json/json-equality.ts';
import { withProvisioned } from './directory-user-record.ts';
import type { DirectoryUserRecord } from './directory-user-record.ts';
import {
  deleteDirectoryUser,
  insertDirectoryUser,
  lockByExternalId,
  lockByUserName,
  updateDirectoryUser,
} from './directory-user-store.ts';
import { removeFromGroups } from './group-members.ts';
import { leave } from './leaver-rule.ts';
import type { ProvisionedUser } from './provisioned-resource.ts';
import type { Provisioning } from './provisioning.ts';
import { insertRetiredUser } from './retired-user-store.ts';
import { followDirectory } from './user-link.ts';

const maxNameLength = 256;
const maxAttributeBytes = 64 * 1024;

function checkProvisioned({ userName, externalId, attributes }: ProvisionedUser): void {
  if (userName.trim() === '') throw invalid('/userName', 'required', 'is required');
  if (userName.length > maxNameLength)
    throw invalid('/userName', 'invalid_format', `must have at most ${maxNameLength} characters`);
  if (externalId !== null && externalId.length > maxNameLength)
    throw invalid('/externalId', 'invalid_format', `must have at most ${maxNameLength} characters`);
  if (Buffer.byteLength(JSON.stringify(attributes)) > maxAttributeBytes)
    throw invalid('', 'invalid_format', `A user must have at most ${maxAttributeBytes} bytes`);
}

/** Details of a write of a directory user besides its content. */
interface WriteMore {
  /** The version at the source, if it has one. */
  remoteVersion?: string | null;
}

function newDirectoryUser(directoryId: string, given: ProvisionedUser): DirectoryUserRecord {
  const now = new Date();
  return {
    id: newId('directoryUser'),
    directoryId,
    userName: given.userName,
    externalId: given.externalId,
    active: given.active ?? true,
    attributes: given.attributes,
    userId: null,
    link: 'none',
    manages: false,
    problems: [],
    remoteVersion: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

const contentOf = (user: DirectoryUserRecord): unknown => {
  const { userName, externalId, active, attributes } = user;
  return { userName, externalId, active, attributes };
};

const bookkeeping = (user: DirectoryUserRecord): unknown => {
  const { userId, link, manages, problems, remoteVersion } = user;
  return { userId, link, manages, problems, remoteVersion };
};

/** Adds a user to a directory, and links or creates the user behind it. */
async function addDirectoryUser(
  tx: Tx,
  provisioning: Provisioning,
  given: ProvisionedUser,
  { remoteVersion = null }: WriteMore,
): Promise<DirectoryUserRecord> {
  const fresh = { ...newDirectoryUser(provisioning.directory.id, given), remoteVersion };
  // Inserted first: of two concurrent writes of one person, the loser fails before it creates a
  // user.
  await insertDirectoryUser(tx, fresh);
  const linked = await followDirectory(tx, provisioning, fresh, fresh);
  await updateDirectoryUser(tx, fresh, linked);
  return linked;
}

/** Writes what a directory sent for a locked directory user. Does nothing if nothing changes. */
export async function changeDirectoryUser(
  tx: Tx,
  provisioning: Provisioning,
  before: DirectoryUserRecord,
  given: ProvisionedUser,
  { remoteVersion = before.remoteVersion }: WriteMore = {},
): Promise<{ user: DirectoryUserRecord; isChanged: boolean }> {
  checkProvisioned(given);
  const wanted = { ...withProvisioned(before, given), remoteVersion };
  const isChanged = !isSame(contentOf(before), contentOf(wanted));
  const linked = await followDirectory(tx, provisioning, before, wanted);
  if (!isChanged && isSame(bookkeeping(before), bookkeeping(linked)))
    return { user: before, isChanged };
  const user = isChanged
    ? { ...linked, version: before.version + 1, updatedAt: new Date() }
    : linked;
  await updateDirectoryUser(tx, before, user);
  return { user, isChanged };
}

/** The directory user that a resource describes: by external id, or by user name if it has none. */
const lockByResource = (
  tx: Tx,
  directoryId: string,
  { externalId, userName }: ProvisionedUser,
): Promise<DirectoryUserRecord | undefined> =>
  externalId === null
    ? lockByUserName(tx, directoryId, userName)
    : lockByExternalId(tx, directoryId, externalId);

/**
 * An inactive user of this name that was sent without an external id. A later assignment may send
 * one.
 */
async function lockUnidentified(
  tx: Tx,
  directoryId: string,
  { userName }: ProvisionedUser,
): Promise<DirectoryUserRecord | undefined> {
  const named = await lockByUserName(tx, directoryId, userName);
  return named?.externalId === null && !named.active ? named : undefined;
}

/**
 * Creates a user that a directory sends for the first time. One that it had deactivated is restored
 * under its id, since provisioning services assign people again with a creation. @throws 409 for
 * one that is active
 */
export async function createDirectoryUser(
  tx: Tx,
  provisioning: Provisioning,
  given: ProvisionedUser,
): Promise<DirectoryUserRecord> {
  checkProvisioned(given);
  const { id: directoryId } = provisioning.directory;
  const present =
    (await lockByResource(tx, directoryId, given)) ??
    (await lockUnidentified(tx, directoryId, given));
  if (!present) return addDirectoryUser(tx, provisioning, given, {});
  if (present.active)
    throw problemWithReason('already_exists', {
      code: 'already_exists',
      detail: 'The directory already has this user',
    });
  const restored = { ...given, active: given.active ?? true };
  return (await changeDirectoryUser(tx, provisioning, present, restored)).user;
}

/**
 * Creates or changes the user that a resource describes; for sources that do not distinguish the
 * two.
 */
export async function provisionDirectoryUser(
  tx: Tx,
  provisioning: Provisioning,
  given: ProvisionedUser,
  more: WriteMore = {},
): Promise<{ outcome: 'created' | 'updated' | 'unchanged'; user: DirectoryUserRecord }> {
  checkProvisioned(given);
  const present =
    (await lockByResource(tx, provisioning.directory.id, given)) ??
    (await lockByUserName(tx, provisioning.directory.id, given.userName));
  if (!present)
    return {
      outcome: 'created',
      user: await addDirectoryUser(tx, provisioning, given, more),
    };
  const { user, isChanged } = await changeDirectoryUser(tx, provisioning, present, given, more);
  return { outcome: isChanged ? 'updated' : 'unchanged', user };
}

/** Handles a user missing from a source that lists everyone, as if it had been sent as inactive. */
export async function deactivateDirectoryUser(
  tx: Tx,
  provisioning: Provisioning,
  user: DirectoryUserRecord,
): Promise<DirectoryUserRecord> {
  const { userName, externalId, attributes } = user;
  const given = { userName, externalId, attributes, active: false };
  return (await changeDirectoryUser(tx, provisioning, user, given)).user;
}

/** Removes a locked user from a directory: applies the leaver rule, then deletes the row. */
export async function removeDirectoryUser(
  tx: Tx,
  provisioning: Provisioning,
  user: DirectoryUserRecord,
): Promise<void> {
  const left = await leave(tx, provisioning, user, 'removed');
  if (user.manages && left.userId !== null) await insertRetiredUser(tx, user, left.userId);
  await removeFromGroups(tx, provisioning, user);
  await deleteDirectoryUser(tx, user);
}
