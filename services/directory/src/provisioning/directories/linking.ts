import type { Tx } from '@platform/kit/database';
import { emailKey } from '@platform/kit/formats';
import { problemWithReason, problem } from '@platform/kit/problem';
import { identityProvidersOf } from '../../directories/identity-providers.ts';
import { speaksFor } from '../../domains/domains.ts';
import { displace } from '../address-displacement.ts';
import { isSuppressed } from '../../suppressions/suppressions.ts';
import type { SuppressedKeys } from '../../suppressions/suppressions.ts';
import { isUnused } from '../../users/user-lifecycle.ts';
import type { UserRecord } from '../../users/user-record.ts';
import { resolveUser } from '../../users/user-resolution.ts';
import { findIdentifierHolder, lockUser } from '../../users/users.ts';
import type { DirectoryUserRecord } from './directory-user-record.ts';
import type { Provisioning } from './provisioning.ts';
import { findRetiredUser } from './retired-user-store.ts';

/** The names that a directory has for a user. */
type DirectoryNames = Pick<DirectoryUserRecord, 'externalId' | 'userName'>;

/**
 * The user who signs in at an identity provider of the organization as the subject that the
 * resource names.
 */
async function userByIdentity(
  tx: Tx,
  { directory }: Provisioning,
  externalId: string | null,
): Promise<UserRecord | undefined> {
  if (externalId === null || directory.organizationId === null) return undefined;
  for (const { id, issuer } of await identityProvidersOf(tx, directory.organizationId)) {
    const identity = { issuer, subject: externalId };
    const found = await resolveUser(tx, { identity });
    const user = found.outcome === 'found' ? await lockUser(tx, found.userId) : undefined;
    const isOfProvider = user?.identities.some(
      (one) => one.issuer === issuer && one.subject === externalId && one.directoryId === id,
    );
    if (user && isOfProvider) return user;
  }
  return undefined;
}

const domainNotVerified = (email: string) =>
  problemWithReason('already_exists', {
    code: 'already_exists',
    detail: `A user with the address ${email} already exists; verify the domain ${email.slice(email.lastIndexOf('@') + 1)} for the organization of this directory to link them`,
  });

/**
 * The user with this address, whom only a directory that is authoritative for the domain may link.
 * Undefined if the address is free.
 */
async function userByEmail(
  tx: Tx,
  { directory, origin, writing }: Provisioning,
  email: string,
): Promise<UserRecord | undefined> {
  const key = emailKey(email);
  const holder = key === undefined ? undefined : await findIdentifierHolder(tx, 'email', key);
  if (!holder) return undefined;
  if (!(await speaksFor(tx, directory, email))) throw domainNotVerified(email);
  const user = await lockUser(tx, holder.userId);
  if (!user || holder.verified || isUnused(user)) return user;
  await displace(tx, user, writing, origin);
  return undefined;
}

/**
 * The user whom the directory managed before it removed them, unless another directory manages them
 * now.
 */
async function userByFormerLink(
  tx: Tx,
  { directory }: Provisioning,
  { userName, externalId }: DirectoryNames,
): Promise<UserRecord | undefined> {
  const names = { directoryId: directory.id, userName, externalId };
  const userId = await findRetiredUser(tx, names);
  const user = userId === undefined ? undefined : await lockUser(tx, userId);
  return user?.managedBy === null ? user : undefined;
}

/**
 * Locks the user that a directory user is or will be linked to, in the order of trust; undefined if
 * one must be created.
 */
export async function findLinkedUser(
  tx: Tx,
  provisioning: Provisioning,
  { userId, externalId, userName }: DirectoryNames & Pick<DirectoryUserRecord, 'userId'>,
  email: string | undefined,
): Promise<UserRecord | undefined> {
  const linked = userId === null ? undefined : await lockUser(tx, userId);
  if (linked) return linked;
  const former = await userByFormerLink(tx, provisioning, { userName, externalId });
  if (former) return former;
  const identified = await userByIdentity(tx, provisioning, externalId);
  if (identified) return identified;
  return email === undefined ? undefined : userByEmail(tx, provisioning, email);
}

/**
 * The keys that could re-create an erased person: the directory's own name for them, their address,
 * or a login that the external id names.
 */
export async function suppressedLinkKeysOf(
  tx: Tx,
  directory: Provisioning['directory'],
  { externalId, userName }: DirectoryNames,
  email: string | undefined,
): Promise<SuppressedKeys[]> {
  const providers =
    directory.organizationId === null || externalId === null
      ? []
      : await identityProvidersOf(tx, directory.organizationId);
  return [
    { directoryUser: { directoryId: directory.id, externalId, userName } },
    ...(email === undefined ? [] : [{ email }]),
    ...providers.map(({ issuer }) => ({ identity: { issuer, subject: externalId ?? '' } })),
  ];
}

/** Rejects a person who was erased: no directory re-creates them. @throws 409 */
export async function refuseErased(
  tx: Tx,
  { directory, suppressionKeys, isErased }: Provisioning,
  names: DirectoryNames,
  email: string | undefined,
): Promise<void> {
  for (const subject of await suppressedLinkKeysOf(tx, directory, names, email)) {
    if (isErased(subject) || (await isSuppressed(tx, suppressionKeys, subject)))
      throw problem('conflict', { detail: 'erased_subject' });
  }
}
