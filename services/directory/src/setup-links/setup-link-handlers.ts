import { isId } from '@platform/contracts';
import type { setupLinkOperations } from '@platform/contracts';
import type { TenantLookup } from '@platform/kit/auth';
import type { Cursors } from '@platform/kit/database';
import { prepared } from '@platform/kit/http';
import type { Handlers } from '@platform/kit/http';
import { found, problem } from '@platform/kit/problem';
import { findOrganization, holdOrganization } from '../organizations/organizations.ts';
import { setupLinkResource, setupUrl } from './setup-link-record.ts';
import { listSetupLinks, lockSetupLink } from './setup-link-store.ts';
import { createSetupLink, revokeSetupLink } from './setup-link-writes.ts';
import type { SetupLinkWriting } from './setup-link-writes.ts';

export interface SetupLinkHandlersOptions extends SetupLinkWriting {
  cursors: Cursors;
  tenants: Pick<TenantLookup, 'byId'>;
}

export const setupLinkHandlers = ({
  cursors,
  tenants,
  ...writing
}: SetupLinkHandlersOptions): Handlers<typeof setupLinkOperations> => ({
  async organizationSetupLinksList({ tx, principal, params, query: { limit, cursor } }) {
    const { id } = found(await findOrganization(tx, params.orgId));
    const now = writing.clock();
    return cursors.list({
      tenantId: principal.tenantId,
      list: 'setup links',
      filters: { id },
      cursor,
      limit,
      key: 'id',
      rows: (before, most) => listSetupLinks(tx, id, { before, limit: most }),
      present: (link) => setupLinkResource(link, now),
    });
  },

  organizationSetupLinksCreate: prepared(
    async ({ principal }) => found((await tenants.byId(principal.tenantId)) ?? undefined).issuer,
    async ({ tx, principal: { type, id }, params, body, prepared: issuer }) => {
      const { id: organizationId } = found(await holdOrganization(tx, params.orgId));
      const creation = { organizationId, body, createdBy: { type, id } };
      const { link, token } = await createSetupLink(tx, creation, writing);
      return { ...setupLinkResource(link, writing.clock()), url: setupUrl(issuer, token) };
    },
  ),

  async organizationSetupLinksRevoke({ tx, params: { orgId, linkId } }) {
    const { id: organizationId } = found(await findOrganization(tx, orgId));
    const link = isId('setupLink', linkId) ? await lockSetupLink(tx, linkId) : undefined;
    if (link?.organizationId !== organizationId) throw problem('not_found');
    await revokeSetupLink(tx, link, writing.clock());
    return { id: link.id, deleted: true as const };
  },
});
