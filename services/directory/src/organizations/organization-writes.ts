import type { OrganizationUpdate } from '@platform/contracts';
import { lock, unlessTaken } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { newId } from '@platform/kit/ids';
import type { Jobs } from '@platform/kit/jobs';
import { problemWithReason } from '@platform/kit/problem';
import { directoryLocks } from '../advisory-locks.ts';
import { deleteUniqueValuesOf, keepUnique } from '../attribute-schema/attribute-schema.ts';
import { endDirectoriesOf } from '../directories/directories.ts';
import { removeDomainsOf } from '../domains/domains.ts';
import { searchKey } from '../users/user-search.ts';
import {
  acceptedOrganization,
  emptyOrganization,
  organizationChanges,
} from './organization-changes.ts';
import type { OrganizationWriting } from './organization-changes.ts';
import { freeSlug, slugFrom } from './organization-slug.ts';
import {
  insertOrganization,
  markOrganizationDeleted,
  publishedOrganization,
  slugsLike,
  updateOrganization,
} from './organization-store.ts';
import type { OrganizationRecord } from './organization-store.ts';

const taken = (pointer: string) =>
  problemWithReason('already_exists', {
    pointer,
    code: 'already_exists',
    detail: 'is already used by another organization',
  });

const clashes = {
  organizations__slug_key: () => taken('/slug'),
  organizations__external_id_key: () => taken('/externalId'),
};

/**
 * Locks the tenant's slugs for this transaction, so that two creations do not choose the same one.
 */
async function chooseSlug(tx: Tx, name: string): Promise<string> {
  await lock(tx, directoryLocks.organizationSlugs, tx.context.tenantId);
  const base = slugFrom(name);
  return freeSlug(base, await slugsLike(tx, base));
}

/**
 * Creates an organization. Without a slug, it gets one from its name. @throws 422 if it breaks a
 * rule, 409 if its slug or another unique value is taken
 */
export async function createOrganization(
  tx: Tx,
  body: OrganizationUpdate & { name: string },
  writing: OrganizationWriting,
): Promise<OrganizationRecord> {
  const now = new Date();
  const slug = body.slug ?? (await chooseSlug(tx, body.name));
  const given: OrganizationRecord = {
    ...emptyOrganization,
    ...organizationChanges(emptyOrganization, body),
    id: newId('organization'),
    slug,
    createdAt: now,
    updatedAt: now,
  };
  const organization = acceptedOrganization(given, undefined, writing);
  await unlessTaken(insertOrganization(tx, organization, searchKey(organization.name)), clashes);
  const { id: entityId, metadata } = organization;
  await keepUnique(tx, writing.schema, { entityId, before: {}, after: metadata });
  await tx.publish({
    type: 'organization.created',
    subject: { type: 'organization', id: organization.id },
    organizationId: organization.id,
    data: { organization: publishedOrganization(organization, writing.schema) },
  });
  return organization;
}

function publishUpdate(
  tx: Tx,
  { before, after }: { before: OrganizationRecord; after: OrganizationRecord },
  changed: readonly string[],
  { schema }: OrganizationWriting,
) {
  const known = publishedOrganization(before, schema);
  const valueOf = (pointer: string) => known[pointer.slice(1) as keyof typeof known] ?? null;
  return tx.publish({
    type: 'organization.updated',
    subject: { type: 'organization', id: after.id },
    organizationId: after.id,
    data: {
      organization: publishedOrganization(after, schema),
      changed,
      previous: Object.fromEntries(changed.map((pointer) => [pointer, valueOf(pointer)])),
    },
  });
}

/**
 * Changes an organization that the caller has locked. Returns the changed organization, with the
 * pointers of its changes.
 */
export async function changeOrganization(
  tx: Tx,
  before: OrganizationRecord,
  body: OrganizationUpdate,
  writing: OrganizationWriting,
): Promise<{ organization: OrganizationRecord; changed: string[] }> {
  const changes = organizationChanges(before, body);
  const changed = Object.keys(changes).map((key) => `/${key}`);
  if (changed.length === 0) return { organization: before, changed };
  const given = { ...before, ...changes, version: before.version + 1, updatedAt: new Date() };
  const after = acceptedOrganization(given, before, writing);
  await unlessTaken(updateOrganization(tx, after, searchKey(after.name)), clashes);
  await keepUnique(tx, writing.schema, {
    entityId: after.id,
    before: before.metadata,
    after: after.metadata,
  });
  await publishUpdate(tx, { before, after }, changed, writing);
  return { organization: after, changed };
}

/** Deletes an organization that the caller has locked. A sweep removes its members. */
export async function deleteOrganization(
  tx: Tx,
  { id, externalId }: OrganizationRecord,
  jobs: Pick<Jobs, 'enqueue'>,
): Promise<void> {
  await markOrganizationDeleted(tx, id);
  await deleteUniqueValuesOf(tx, id);
  await removeDomainsOf(tx, id);
  await endDirectoriesOf(tx, id, { jobs, now: Date.now() });
  await tx.publish({
    type: 'organization.deleted',
    subject: { type: 'organization', id },
    organizationId: id,
    data: { organization: { id, externalId } },
  });
}
