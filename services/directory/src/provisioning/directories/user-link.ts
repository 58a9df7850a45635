import type { Tx } from '@platform/kit/database';
import { asProblem } from '@platform/kit/problem';
import type { AttributeSchema } from '../../attribute-schema/attribute-schema.ts';
import { giveDirectoryMembership } from '../../organizations/organizations.ts';
import { joinByDomain } from '../domain-enrollment.ts';
import type { SuppressedKeys } from '../../suppressions/suppressions.ts';
import type { UserRecord } from '../../users/user-record.ts';
import { mappedValues } from './attribute-mapping.ts';
import type { Mapped } from './attribute-mapping.ts';
import { userAttributes } from './directory-user-record.ts';
import type { DirectoryUserRecord, ProvisioningProblem } from './directory-user-record.ts';
import { leave } from './leaver-rule.ts';
import { findLinkedUser, refuseErased, suppressedLinkKeysOf } from './linking.ts';
import { createManagedUser, updateManagedUser } from './managed-user.ts';
import type { ProvisionedUser } from './provisioned-resource.ts';
import type { Provisioning } from './provisioning.ts';
import { reactivate } from './user-status.ts';

const emailOf = ({ values }: Mapped): string | undefined => {
  const email = values.get('email');
  return typeof email === 'string' ? email : undefined;
};

/**
 * Makes the user a member of the directory's organization. Returns the problem if the organization
 * rejects the user.
 */
async function joinOrganization(
  tx: Tx,
  { directory }: Provisioning,
  user: UserRecord,
): Promise<ProvisioningProblem[]> {
  if (directory.organizationId === null) return [];
  try {
    await giveDirectoryMembership(tx, { organizationId: directory.organizationId, user });
    return [];
  } catch (error) {
    const { code, message } = asProblem(error);
    if (code !== 'limit_exceeded' && code !== 'validation_failed') throw error;
    return [{ pointer: '/memberships', detail: message }];
  }
}

/** Updates a user whom the directory sends as active. */
async function followActive(
  tx: Tx,
  provisioning: Provisioning,
  found: UserRecord,
  wanted: DirectoryUserRecord,
  mapped: Mapped,
): Promise<DirectoryUserRecord> {
  const manages = wanted.manages || found.managedBy === null;
  const { user: written, problems } = manages
    ? await updateManagedUser(tx, provisioning, found, mapped)
    : { user: found, problems: mapped.problems };
  const user = await reactivate(tx, provisioning, written);
  const refused = await joinOrganization(tx, provisioning, user);
  return {
    ...wanted,
    userId: user.id,
    link: 'active',
    manages,
    problems: [...problems, ...refused],
  };
}

/**
 * Links a person whom the directory first sends as inactive: creates a deactivated user, unless
 * there is one.
 */
async function linkInactive(
  tx: Tx,
  provisioning: Provisioning,
  found: UserRecord | undefined,
  wanted: DirectoryUserRecord,
  mapped: Mapped,
): Promise<DirectoryUserRecord> {
  if (found) return { ...wanted, userId: found.id, link: 'inactive', problems: mapped.problems };
  const made = await createManagedUser(tx, provisioning, mapped, 'deactivated');
  return {
    ...wanted,
    userId: made.user.id,
    link: 'inactive',
    manages: true,
    problems: made.problems,
  };
}

async function linkActive(
  tx: Tx,
  provisioning: Provisioning,
  found: UserRecord | undefined,
  wanted: DirectoryUserRecord,
  mapped: Mapped,
): Promise<DirectoryUserRecord> {
  if (found) return followActive(tx, provisioning, found, wanted, mapped);
  const { user, problems } = await createManagedUser(tx, provisioning, mapped, 'active');
  const refused = await joinOrganization(tx, provisioning, user);
  await joinByDomain(tx, user);
  return {
    ...wanted,
    userId: user.id,
    link: 'active',
    manages: true,
    problems: [...problems, ...refused],
  };
}

/**
 * Applies a write of a directory user to the user behind it, in the transaction of the write: links
 * them in the order of trust, writes the members that this directory manages, and gives or ends the
 * membership. `before` is `wanted` for a new one.
 */
export async function followDirectory(
  tx: Tx,
  provisioning: Provisioning,
  before: DirectoryUserRecord,
  wanted: DirectoryUserRecord,
): Promise<DirectoryUserRecord> {
  const isNew = before === wanted;
  if (!wanted.active && !isNew)
    return before.link === 'active' ? leave(tx, provisioning, wanted, 'inactive') : wanted;

  const { directory, writing } = provisioning;
  const resource = userAttributes(wanted);
  const mapped = mappedValues(resource, directory.attributeMapping, writing.schema);
  const email = emailOf(mapped);
  const found = await findLinkedUser(tx, provisioning, wanted, email);
  // While an erasure is in progress, only the directory's own record changes.
  if (found?.statusReason === 'erasure') return { ...wanted, problems: mapped.problems };
  if (!found && wanted.link === 'ignored') return { ...wanted, problems: mapped.problems };
  if (!found) await refuseErased(tx, provisioning, wanted, email);
  const follow = wanted.active ? linkActive : linkInactive;
  return follow(tx, provisioning, found, wanted, mapped);
}

/** The keys to ask compliance about for a person whom a directory sends for the first time. */
export async function newcomerKeys(
  tx: Tx,
  directory: Provisioning['directory'],
  schema: AttributeSchema,
  { attributes, userName, externalId }: Omit<ProvisionedUser, 'active'>,
): Promise<SuppressedKeys[]> {
  const resource = userAttributes({ attributes, userName, externalId, active: true });
  const mapped = mappedValues(resource, directory.attributeMapping, schema);
  return suppressedLinkKeysOf(tx, directory, { externalId, userName }, emailOf(mapped));
}
