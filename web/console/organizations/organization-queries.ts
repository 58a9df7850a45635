import { organizations, roles } from '@platform/sdk';
import type {
  OrganizationsInvitationsListQuery,
  OrganizationsListQuery,
  OrganizationsMembersListQuery,
} from '@platform/sdk';
import { apiQuery } from '../../client/query.ts';

export const organizationsQuery = (query: OrganizationsListQuery) =>
  apiQuery('organizationsList', [query], (api, options) =>
    organizations(api).list({ ...query, ...options }),
  );

export const organizationQuery = (id: string) =>
  apiQuery('organizationsGet', [id], (api, options) => organizations(api).get(id, options));

export const membersQuery = (id: string, query: OrganizationsMembersListQuery) =>
  apiQuery('organizationMembersList', [id, query], (api, options) =>
    organizations(api).members.list(id, { ...query, ...options }),
  );

export const invitationsQuery = (id: string, query: OrganizationsInvitationsListQuery) =>
  apiQuery('organizationInvitationsList', [id, query], (api, options) =>
    organizations(api).invitations.list(id, { ...query, ...options }),
  );

export const domainsQuery = (id: string) =>
  apiQuery('organizationDomainsList', [id], (api, options) =>
    organizations(api).domains.list(id, options),
  );

export const setupLinksQuery = (id: string, query: { cursor?: string }) =>
  apiQuery('organizationSetupLinksList', [id, query], (api, options) =>
    organizations(api).setupLinks.list(id, { ...query, ...options }),
  );

/** Roles that fit into a list of checkboxes; of more, the keys are typed. */
export const fewRolesQuery = apiQuery('rolesList', [{ limit: 50 }], (api, options) =>
  roles(api).list({ limit: 50, ...options }),
);
