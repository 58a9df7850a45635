import type { organizationOperations } from '@platform/contracts';
import type { Cursors } from '@platform/kit/database';
import { answer, prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import type { Jobs } from '@platform/kit/jobs';
import { found, problem } from '@platform/kit/problem';
import type { AttributeSchema, AttributeSchemas } from '../attribute-schema/attribute-schema.ts';
import { findDomainHolder } from '../domains/domains.ts';
import type { CheckRoles } from '../roles/role-check.ts';
import { searchKey } from '../users/user-search.ts';
import type { UserLimits } from '../users/user-writing.ts';
import { memberHandlers } from './member-handlers.ts';
import {
  existingOrganization,
  findOrganization,
  findOrganizationByExternalId,
  listOrganizations,
  lockOrganization,
  organizationResource,
} from './organization-store.ts';
import type { OrganizationFilter, OrganizationRecord } from './organization-store.ts';
import {
  changeOrganization,
  createOrganization,
  deleteOrganization,
} from './organization-writes.ts';

const shown = (organization: OrganizationRecord, schema: AttributeSchema) =>
  answer(organizationResource(organization, schema), { version: organization.version });

function filterOf(
  { q, status }: { q?: string; status?: OrganizationRecord['status'] },
  onlyId: string | null | undefined,
): OrganizationFilter {
  const filter: OrganizationFilter = { status, onlyId };
  if (q === undefined) return filter;
  const length = [...q].length;
  if (length < 3 || length > 64)
    throw problem('invalid_parameter', { detail: 'q must have 3 to 64 characters' });
  return { ...filter, namePrefix: searchKey(q) };
}

const defaultRolesOf = ({ defaultRoles }: { defaultRoles?: string[] | undefined }) => [
  { roles: defaultRoles, pointer: '/defaultRoles' },
];

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
    const holder =
      filters.domain === undefined ? undefined : await findDomainHolder(tx, filters.domain);
    const onlyId = filters.domain === undefined ? undefined : (holder?.organizationId ?? null);
    const filter = filterOf(filters, onlyId);
    const schema = await schemas.read(tx, 'organization');
    return cursors.list({
      tenantId: principal.tenantId,
      list: 'organizations',
      filters,
      cursor,
      limit,
      key: 'id',
      rows: (behind, most) => listOrganizations(tx, filter, behind, most),
      present: (organization) => organizationResource(organization, schema),
    });
  },

  organizationsCreate: prepared(
    ({ principal, body }) => checkRoles(principal, defaultRolesOf(body)),
    async ({ tx, body }) => {
      const schema = await schemas.hold(tx, 'organization');
      return shown(await createOrganization(tx, body, { schema, maxMetadataBytes }), schema);
    },
  ),

  organizationsGet: async ({ tx, params }) =>
    shown(
      await existingOrganization(tx, params.orgId, findOrganization),
      await schemas.read(tx, 'organization'),
    ),

  async organizationsGetByExternalId({ tx, params }) {
    const externalId = params.externalId.normalize('NFC');
    const organization = found(await findOrganizationByExternalId(tx, externalId));
    return shown(organization, await schemas.read(tx, 'organization'));
  },

  organizationsUpdate: prepared(
    ({ principal, body }) => checkRoles(principal, defaultRolesOf(body)),
    async ({ tx, params, body, ifMatch, audit }) => {
      const schema = await schemas.hold(tx, 'organization');
      const before = await existingOrganization(tx, params.orgId, lockOrganization);
      ifMatch(before.version);
      const writing = { schema, maxMetadataBytes };
      const { organization, changed } = await changeOrganization(tx, before, body, writing);
      if (changed.length > 0) audit({ changed });
      return shown(organization, schema);
    },
  ),

  async organizationsDelete({ tx, params, ifMatch }) {
    const organization = await existingOrganization(tx, params.orgId, lockOrganization);
    ifMatch(organization.version);
    await deleteOrganization(tx, organization, jobs);
    return { id: organization.id, deleted: true };
  },

  ...memberHandlers({ cursors, checkRoles }),
});
