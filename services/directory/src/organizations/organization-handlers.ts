import { isId } from '@platform/contracts';
import type { OrganizationUpdate, organizationOperations } from '@platform/contracts';
import { brokenUnique, lock } from '@platform/kit/database';
import type { Cursors, Tx } from '@platform/kit/database';
import { answer, prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { newId } from '@platform/kit/ids';
import type { Jobs } from '@platform/kit/jobs';
import { because, problem } from '@platform/kit/problem';
import { directoryLocks } from '../advisory-locks.ts';
import { searchKey } from '../users/user-search.ts';
import { lockUser } from '../users/users.ts';
import type { UserLimits } from '../users/user-writing.ts';
import {
  findMember,
  groupRolesOfMember,
  listMembers,
  lockMembership,
  memberResource,
} from './membership-store.ts';
import { addMembership, endMembership } from './membership-writes.ts';
import { deleteUniqueValuesOf, keepUnique } from '../attribute-schema/attribute-schema.ts';
import type { AttributeSchema, AttributeSchemas } from '../attribute-schema/attribute-schema.ts';
import { endDirectoriesOf } from '../directories/directories.ts';
import { findDomainHolder, removeDomainsOf } from '../domains/domains.ts';
import type { CheckRoles } from '../roles/role-check.ts';
import {
  acceptedOrganization,
  emptyOrganization,
  organizationChanges,
} from './organization-changes.ts';
import { freeSlug, slugFrom } from './organization-slug.ts';
import {
  findOrganization,
  findOrganizationByExternalId,
  insertOrganization,
  listOrganizations,
  lockOrganization,
  markOrganizationDeleted,
  organizationResource,
  publishedOrganization,
  slugsLike,
  updateOrganization,
} from './organization-store.ts';
import type { OrganizationFilter, OrganizationRecord } from './organization-store.ts';

const shown = (organization: OrganizationRecord, schema: AttributeSchema) =>
  answer(organizationResource(organization, schema), { version: organization.version });

async function existing(
  tx: Tx,
  id: string,
  find: typeof findOrganization,
): Promise<OrganizationRecord> {
  const organization = isId('organization', id) ? await find(tx, id) : undefined;
  if (!organization) throw problem('not_found');
  return organization;
}

const clashes: Record<string, string> = {
  organizations__slug_key: '/slug',
  organizations__external_id_key: '/externalId',
};

/** Turns a broken unique constraint into 409 with the pointer of the member. */
async function unlessTaken<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    const pointer = clashes[brokenUnique(error) ?? ''];
    throw pointer
      ? because('already_exists', {
          pointer,
          code: 'already_exists',
          detail: 'is already used by another organization',
        })
      : error;
  });
}

function filterOf(
  { q, status }: { q?: string; status?: string },
  onlyId: string | null | undefined,
): OrganizationFilter {
  const filter: OrganizationFilter = { status, onlyId };
  if (q === undefined) return filter;
  const length = [...q].length;
  if (length < 3 || length > 64)
    throw problem('invalid_parameter', { detail: 'q must have 3 to 64 characters' });
  return { ...filter, namePrefix: searchKey(q) };
}

/** Takes the tenant's slugs for this transaction, so that two creations do not choose the same one. */
async function chooseSlug(tx: Tx, name: string): Promise<string> {
  await lock(tx, directoryLocks.organizationSlugs, tx.context.tenantId);
  const base = slugFrom(name);
  return freeSlug(base, await slugsLike(tx, base));
}

/** Handlers of organizations and their members. */
export const organizationHandlers = ({
  cursors,
  limits: { maxMetadataBytes },
  schemas,
  checkRoles,
  jobs,
}: {
  jobs: Pick<Jobs, 'enqueue'>;
  cursors: Cursors;
  limits: UserLimits;
  schemas: AttributeSchemas;
  checkRoles: CheckRoles;
}): Handlers<typeof organizationOperations> => ({
  async organizationsList({ tx, principal, query: { limit, cursor, ...filters } }) {
    const bound = { tenantId: principal.tenantId, list: 'organizations', filters };
    const [before] = cursor === undefined ? [] : cursors.decode(bound, cursor);
    const holder =
      filters.domain === undefined ? undefined : await findDomainHolder(tx, filters.domain);
    const onlyId = filters.domain === undefined ? undefined : (holder?.organizationId ?? null);
    const rows = await listOrganizations(
      tx,
      filterOf(filters, onlyId),
      before as string | undefined,
      limit + 1,
    );
    const schema = await schemas.read(tx, 'organization');
    return cursors.page(bound, rows, limit, {
      position: (o) => [o.id],
      present: (organization) => organizationResource(organization, schema),
    });
  },

  organizationsCreate: prepared(
    ({ principal, body }) =>
      checkRoles(principal, [{ roles: body.defaultRoles, pointer: '/defaultRoles' }]),
    async ({ tx, body }) => {
      const schema = await schemas.hold(tx, 'organization');
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
      const organization = acceptedOrganization(given, undefined, { schema, maxMetadataBytes });
      await unlessTaken(insertOrganization(tx, organization, searchKey(organization.name)));
      const { id: entityId, metadata } = organization;
      await keepUnique(tx, schema, { entityId, before: {}, after: metadata });
      await tx.publish({
        type: 'organization.created',
        subject: { type: 'organization', id: organization.id },
        organizationId: organization.id,
        data: { organization: publishedOrganization(organization, schema) },
      });
      return shown(organization, schema);
    },
  ),

  organizationsGet: async ({ tx, params }) =>
    shown(
      await existing(tx, params.orgId, findOrganization),
      await schemas.read(tx, 'organization'),
    ),

  async organizationsGetByExternalId({ tx, params }) {
    const found = await findOrganizationByExternalId(tx, params.externalId.normalize('NFC'));
    if (!found) throw problem('not_found');
    return shown(found, await schemas.read(tx, 'organization'));
  },

  organizationsUpdate: prepared(
    ({ principal, body }) =>
      checkRoles(principal, [{ roles: body.defaultRoles, pointer: '/defaultRoles' }]),
    async ({ tx, params, body, ifMatch, audit }) => {
      const schema = await schemas.hold(tx, 'organization');
      const before = await existing(tx, params.orgId, lockOrganization);
      ifMatch(before.version);
      const changes = organizationChanges(before, body as OrganizationUpdate);
      const changed = Object.keys(changes).map((key) => `/${key}`);
      if (changed.length === 0) return shown(before, schema);
      const given = {
        ...before,
        ...changes,
        version: before.version + 1,
        updatedAt: new Date(),
      };
      const after = acceptedOrganization(given, before, { schema, maxMetadataBytes });
      await unlessTaken(updateOrganization(tx, after, searchKey(after.name)));
      await keepUnique(tx, schema, {
        entityId: after.id,
        before: before.metadata,
        after: after.metadata,
      });
      const known = publishedOrganization(before, schema);
      await tx.publish({
        type: 'organization.updated',
        subject: { type: 'organization', id: after.id },
        organizationId: after.id,
        data: {
          organization: publishedOrganization(after, schema),
          changed,
          previous: Object.fromEntries(
            changed.map((pointer) => [
              pointer,
              known[pointer.slice(1) as keyof typeof known] ?? null,
            ]),
          ),
        },
      });
      audit({ changed });
      return shown(after, schema);
    },
  ),

  async organizationsDelete({ tx, params, ifMatch }) {
    const { id, externalId, version } = await existing(tx, params.orgId, lockOrganization);
    ifMatch(version);
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
    return { id, deleted: true };
  },

  async organizationMembersList({ tx, principal, params, query: { limit, cursor, ...filter } }) {
    const { id } = await existing(tx, params.orgId, findOrganization);
    const bound = { tenantId: principal.tenantId, list: 'members', filters: { id, ...filter } };
    const [before] = cursor === undefined ? [] : cursors.decode(bound, cursor);
    const members = await listMembers(tx, id, filter, before as string | undefined, limit + 1);
    return cursors.page(bound, members, limit, {
      position: (m) => [m.userId],
      present: (m) => memberResource(m, true),
    });
  },

  async organizationMembersGet({ tx, params }) {
    const { id } = await existing(tx, params.orgId, findOrganization);
    const member = await findMember(tx, id, params.userId);
    if (!member) throw problem('not_found');
    return answer(memberResource(member, true), { version: member.version });
  },

  organizationMembersPut: prepared(
    ({ principal, body }) => checkRoles(principal, [{ roles: body?.roles, pointer: '/roles' }]),
    async ({ tx, principal, params, body, ifMatch }) => {
      const user = isId('user', params.userId) ? await lockUser(tx, params.userId) : undefined;
      if (!user) throw problem('not_found');
      await existing(tx, params.orgId, findOrganization);
      const present = await lockMembership(tx, params.orgId, user.id);
      ifMatch(present?.version);
      const membership = await addMembership(tx, {
        organizationId: params.orgId,
        user,
        roles: body?.roles,
      });
      if (!membership) throw problem('not_found');
      const member = {
        ...membership,
        groupRoles: await groupRolesOfMember(tx, membership),
        userStatus: user.status,
        email: user.email,
        displayName: user.displayName,
      };
      return answer(memberResource(member, principal.scopes.has('tenant:users.read')), {
        version: membership.version,
      });
    },
  ),

  async organizationMembersRemove({ tx, params, ifMatch }) {
    const user = isId('user', params.userId) ? await lockUser(tx, params.userId) : undefined;
    await existing(tx, params.orgId, findOrganization);
    const membership = user && (await lockMembership(tx, params.orgId, user.id));
    if (!user || !membership) throw problem('not_found');
    ifMatch(membership.version);
    await endMembership(tx, membership, user);
    return { id: membership.id, deleted: true };
  },
});
