// Generated from the catalogue of operations by `npm run generate:sdk`. Do not edit.
import type { Call } from '../../call.ts';
import type { Client } from '../../client.ts';
import type { CallOptions, ConditionalOptions, KeyedOptions } from '../../options.ts';
import type { PagedCall } from '../../pages.ts';
import type { BodyCode, CommonCode, KeyCode } from '../problems.ts';
import type * as api from '../schemas.ts';

/** Methods of `organizations`. */
export interface OrganizationsResource {
  /**
   * Lists organizations, newest first.
   *
   * Scopes: `tenant:orgs.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const organization of platform.organizations.list({ status: 'active' }))
   *   console.log(organization);
   */
  list(
    options?: api.OrganizationsListQuery & CallOptions,
  ): PagedCall<api.OrganizationList, CommonCode | 'invalid_cursor'>;

  /**
   * Creates an organization.
   *
   * If `slug` is omitted, it is derived from the name, with a suffix such as `-2` if the slug is already in use.
   *
   * Scopes: `tenant:orgs.write`.
   *
   * Problems: `already_exists`.
   * @example
   * const organization = await platform.organizations.create({
   *   name: 'Example',
   *   slug: 'example',
   * });
   */
  create(
    body: api.CreateOrganizationRequest,
    options?: KeyedOptions,
  ): Call<api.Organization, CommonCode | BodyCode | KeyCode | 'already_exists'>;

  /**
   * Gets an organization.
   *
   * Scopes: `tenant:orgs.read`.
   * @example
   * const organization = await platform.organizations.get('org_01h455vb4pex5vsknk084sn02q');
   */
  get(orgId: string, options?: CallOptions): Call<api.Organization, CommonCode>;

  /**
   * Gets an organization by external id.
   *
   * Scopes: `tenant:orgs.read`.
   * @example
   * const organization = await platform.organizations.getByExternalId('crm-4711');
   */
  getByExternalId(externalId: string, options?: CallOptions): Call<api.Organization, CommonCode>;

  /**
   * Updates an organization.
   *
   * JSON Merge Patch (RFC 7396), including `metadata`. While an organization is `suspended`, its members are kept and their roles grant nothing.
   *
   * Scopes: `tenant:orgs.write`.
   *
   * Problems: `already_exists`, `precondition_failed`.
   * @example
   * const organization = await platform.organizations.update(
   *   'org_01h455vb4pex5vsknk084sn02q',
   *   { name: 'Example' },
   * );
   */
  update(
    orgId: string,
    body: api.UpdateOrganizationRequest,
    options?: ConditionalOptions,
  ): Call<api.Organization, CommonCode | BodyCode | 'already_exists' | 'precondition_failed'>;

  /**
   * Deletes an organization.
   *
   * Deletes the organization immediately and its memberships in the background. Users are kept.
   *
   * Scopes: `tenant:orgs.write`.
   *
   * Problems: `insufficient_user_authentication`, `precondition_failed`.
   * @example
   * await platform.organizations.delete('org_01h455vb4pex5vsknk084sn02q');
   */
  delete(
    orgId: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'insufficient_user_authentication' | 'precondition_failed'>;

  readonly members: OrganizationsMembersResource;

  readonly invitations: OrganizationsInvitationsResource;

  readonly domains: OrganizationsDomainsResource;

  readonly setupLinks: OrganizationsSetupLinksResource;
}

/** Methods of `organizations.members`. */
export interface OrganizationsMembersResource {
  /**
   * Lists an organization's members, newest first.
   *
   * Scopes: `tenant:orgs.read` and `tenant:users.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const member of platform.organizations.members.list(
   *   'org_01h455vb4pex5vsknk084sn02q',
   * ))
   *   console.log(member);
   */
  list(
    orgId: string,
    options?: api.OrganizationsMembersListQuery & CallOptions,
  ): PagedCall<api.MemberList, CommonCode | 'invalid_cursor'>;

  /**
   * Gets a member of an organization.
   *
   * Scopes: `tenant:orgs.read` and `tenant:users.read`.
   * @example
   * const member = await platform.organizations.members.get(
   *   'org_01h455vb4pex5vsknk084sn02q',
   *   'usr_01h455vb4pex5vsknk084sn02q',
   * );
   */
  get(orgId: string, userId: string, options?: CallOptions): Call<api.Member, CommonCode>;

  /**
   * Adds a member, or replaces a member's direct roles.
   *
   * `roles` replaces the direct roles; roles from groups are kept. Without `roles`, the member gets the organization's default roles.
   *
   * Scopes: `tenant:orgs.write`.
   *
   * Problems: `limit_exceeded`, `precondition_failed`.
   * @example
   * const member = await platform.organizations.members.put(
   *   'org_01h455vb4pex5vsknk084sn02q',
   *   'usr_01h455vb4pex5vsknk084sn02q',
   *   { roles: ['editor'] },
   * );
   */
  put(
    orgId: string,
    userId: string,
    body?: api.PutMemberRequest,
    options?: ConditionalOptions,
  ): Call<api.Member, CommonCode | BodyCode | 'limit_exceeded' | 'precondition_failed'>;

  /**
   * Removes a member from an organization.
   *
   * The user is kept. A membership that a directory manages cannot be removed here and returns 409 with `managed_by_directory`.
   *
   * Scopes: `tenant:orgs.write`.
   *
   * Problems: `invalid_state`, `precondition_failed`.
   * @example
   * await platform.organizations.members.delete(
   *   'org_01h455vb4pex5vsknk084sn02q',
   *   'usr_01h455vb4pex5vsknk084sn02q',
   * );
   */
  delete(
    orgId: string,
    userId: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'invalid_state' | 'precondition_failed'>;
}

/** Methods of `organizations.invitations`. */
export interface OrganizationsInvitationsResource {
  /**
   * Lists an organization's invitations, newest first.
   *
   * Scopes: `tenant:orgs.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const invitation of platform.organizations.invitations.list(
   *   'org_01h455vb4pex5vsknk084sn02q',
   * ))
   *   console.log(invitation);
   */
  list(
    orgId: string,
    options?: api.OrganizationsInvitationsListQuery & CallOptions,
  ): PagedCall<api.InvitationList, CommonCode | 'invalid_cursor'>;

  /**
   * Invites a user to an organization.
   *
   * Each address can have only one pending invitation. The e-mail is sent in the background; `delivery` reports its status.
   *
   * Scopes: `tenant:orgs.write`.
   *
   * Problems: `already_exists`, `conflict`, `limit_exceeded`.
   * @example
   * const invitationWithSecret = await platform.organizations.invitations.create(
   *   'org_01h455vb4pex5vsknk084sn02q',
   *   { email: 'ada@example.com', roles: ['editor'] },
   * );
   */
  create(
    orgId: string,
    body: api.CreateInvitationRequest,
    options?: KeyedOptions,
  ): Call<
    api.InvitationWithSecret,
    CommonCode | BodyCode | KeyCode | 'already_exists' | 'conflict' | 'limit_exceeded'
  >;

  /**
   * Gets an invitation.
   *
   * Scopes: `tenant:orgs.read`.
   * @example
   * const invitation = await platform.organizations.invitations.get(
   *   'org_01h455vb4pex5vsknk084sn02q',
   *   'inv_01h455vb4pex5vsknk084sn02q',
   * );
   */
  get(orgId: string, invId: string, options?: CallOptions): Call<api.Invitation, CommonCode>;

  /**
   * Resends an invitation.
   *
   * Sends a new link with a later expiry; the old link stops working. Each invitation can be resent at most 10 times in 24 hours.
   *
   * Scopes: `tenant:orgs.write`.
   *
   * Problems: `already_exists`, `invalid_state`, `limit_exceeded`.
   * @example
   * const invitationWithSecret = await platform.organizations.invitations.resend(
   *   'org_01h455vb4pex5vsknk084sn02q',
   *   'inv_01h455vb4pex5vsknk084sn02q',
   * );
   */
  resend(
    orgId: string,
    invId: string,
    options?: KeyedOptions,
  ): Call<
    api.InvitationWithSecret,
    CommonCode | BodyCode | KeyCode | 'already_exists' | 'invalid_state' | 'limit_exceeded'
  >;

  /**
   * Revokes an invitation.
   *
   * Scopes: `tenant:orgs.write`.
   *
   * Problems: `invalid_state`, `precondition_failed`.
   * @example
   * await platform.organizations.invitations.revoke(
   *   'org_01h455vb4pex5vsknk084sn02q',
   *   'inv_01h455vb4pex5vsknk084sn02q',
   * );
   */
  revoke(
    orgId: string,
    invId: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'invalid_state' | 'precondition_failed'>;
}

/** Methods of `organizations.domains`. */
export interface OrganizationsDomainsResource {
  /**
   * Lists an organization's domains.
   *
   * Scopes: `tenant:orgs.read`.
   * @example
   * const organizationDomainList = await platform.organizations.domains.list(
   *   'org_01h455vb4pex5vsknk084sn02q',
   * );
   */
  list(orgId: string, options?: CallOptions): Call<api.OrganizationDomainList, CommonCode>;

  /**
   * Adds a domain to an organization.
   *
   * The domain is `pending` until the TXT record in `verification` is found. Public suffixes, consumer mail domains and domains of the platform are not accepted.
   *
   * Scopes: `tenant:orgs.write`.
   *
   * Problems: `already_exists`, `conflict`, `limit_exceeded`.
   * @example
   * const organizationDomain = await platform.organizations.domains.create(
   *   'org_01h455vb4pex5vsknk084sn02q',
   *   { domain: 'example.com', enrollment: 'none' },
   * );
   */
  create(
    orgId: string,
    body?: api.AddDomainRequest,
    options?: KeyedOptions,
  ): Call<
    api.OrganizationDomain,
    CommonCode | BodyCode | KeyCode | 'already_exists' | 'conflict' | 'limit_exceeded'
  >;

  /**
   * Gets an organization's domain.
   *
   * Scopes: `tenant:orgs.read`.
   * @example
   * const organizationDomain = await platform.organizations.domains.get(
   *   'org_01h455vb4pex5vsknk084sn02q',
   *   'dom_01h455vb4pex5vsknk084sn02q',
   * );
   */
  get(
    orgId: string,
    domId: string,
    options?: CallOptions,
  ): Call<api.OrganizationDomain, CommonCode>;

  /**
   * Updates an organization's domain.
   *
   * Scopes: `tenant:orgs.write`.
   *
   * Problems: `precondition_failed`.
   * @example
   * const organizationDomain = await platform.organizations.domains.update(
   *   'org_01h455vb4pex5vsknk084sn02q',
   *   'dom_01h455vb4pex5vsknk084sn02q',
   *   { enrollment: 'none' },
   * );
   */
  update(
    orgId: string,
    domId: string,
    body: api.UpdateDomainRequest,
    options?: ConditionalOptions,
  ): Call<api.OrganizationDomain, CommonCode | BodyCode | 'precondition_failed'>;

  /**
   * Removes a domain from an organization.
   *
   * Scopes: `tenant:orgs.write`.
   *
   * Problems: `precondition_failed`.
   * @example
   * await platform.organizations.domains.delete(
   *   'org_01h455vb4pex5vsknk084sn02q',
   *   'dom_01h455vb4pex5vsknk084sn02q',
   * );
   */
  delete(
    orgId: string,
    domId: string,
    options?: ConditionalOptions,
  ): Call<api.Deletion, CommonCode | 'precondition_failed'>;

  /**
   * Verifies a domain now.
   *
   * Looks up the TXT record and returns the domain, whether or not it could be verified; `verification.lastResult` reports the result. Can be called once every 10 seconds for each domain.
   *
   * Scopes: `tenant:orgs.write`.
   *
   * Problems: `conflict`.
   * @example
   * const organizationDomain = await platform.organizations.domains.verify(
   *   'org_01h455vb4pex5vsknk084sn02q',
   *   'dom_01h455vb4pex5vsknk084sn02q',
   * );
   */
  verify(
    orgId: string,
    domId: string,
    options?: KeyedOptions,
  ): Call<api.OrganizationDomain, CommonCode | BodyCode | KeyCode | 'conflict'>;
}

/** Methods of `organizations.setupLinks`. */
export interface OrganizationsSetupLinksResource {
  /**
   * Lists an organization's setup links, newest first.
   *
   * Scopes: `tenant:orgs.read`.
   *
   * Problems: `invalid_cursor`.
   * @example
   * for await (const setupLink of platform.organizations.setupLinks.list(
   *   'org_01h455vb4pex5vsknk084sn02q',
   * ))
   *   console.log(setupLink);
   */
  list(
    orgId: string,
    options?: api.OrganizationsSetupLinksListQuery & CallOptions,
  ): PagedCall<api.SetupLinkList, CommonCode | 'invalid_cursor'>;

  /**
   * Creates a setup link for an organization.
   *
   * With the link, an IT contact of the organization connects its identity provider, directory, domains and log streams, without an account. The link can be opened once. Its contact can have a new one sent to `recipient`, until 30 days after it was created. An organization can have up to 100 open setup links.
   *
   * Scopes: `tenant:orgs.write` and `tenant:federation.write`.
   *
   * Problems: `insufficient_user_authentication`, `limit_exceeded`.
   * @example
   * const setupLinkWithUrl = await platform.organizations.setupLinks.create(
   *   'org_01h455vb4pex5vsknk084sn02q',
   *   { intents: ['sso'], recipient: 'ada@example.com' },
   * );
   */
  create(
    orgId: string,
    body: api.CreateSetupLinkRequest,
    options?: KeyedOptions,
  ): Call<
    api.SetupLinkWithUrl,
    CommonCode | BodyCode | KeyCode | 'insufficient_user_authentication' | 'limit_exceeded'
  >;

  /**
   * Revokes a setup link.
   *
   * Ends its sessions too, and those of links that its contact sent to colleagues. What was set up remains. Idempotent.
   *
   * Scopes: `tenant:orgs.write` and `tenant:federation.write`.
   * @example
   * await platform.organizations.setupLinks.revoke(
   *   'org_01h455vb4pex5vsknk084sn02q',
   *   'sul_01h455vb4pex5vsknk084sn02q',
   * );
   */
  revoke(orgId: string, linkId: string, options?: CallOptions): Call<api.Deletion, CommonCode>;
}

/** Makes the methods of `organizations` for a client. */
export const organizations = (client: Client): OrganizationsResource => ({
  list: (options) =>
    client.list(
      {
        name: 'organizations.list',
        method: 'GET',
        path: '/api/v1/organizations',
        query: ['domain', 'q', 'status', 'limit', 'cursor'],
      },
      [],
      options,
    ),
  create: (body, options) =>
    client.call(
      { name: 'organizations.create', method: 'POST', path: '/api/v1/organizations' },
      [],
      body,
      options,
    ),
  get: (orgId, options) =>
    client.call(
      { name: 'organizations.get', method: 'GET', path: '/api/v1/organizations/{orgId}' },
      [orgId],
      undefined,
      options,
    ),
  getByExternalId: (externalId, options) =>
    client.call(
      {
        name: 'organizations.getByExternalId',
        method: 'GET',
        path: '/api/v1/organizations/external_id/{externalId}',
        text: true,
      },
      [externalId],
      undefined,
      options,
    ),
  update: (orgId, body, options) =>
    client.call(
      {
        name: 'organizations.update',
        method: 'PATCH',
        path: '/api/v1/organizations/{orgId}',
        conditional: true,
      },
      [orgId],
      body,
      options,
    ),
  delete: (orgId, options) =>
    client.call(
      {
        name: 'organizations.delete',
        method: 'DELETE',
        path: '/api/v1/organizations/{orgId}',
        conditional: true,
      },
      [orgId],
      undefined,
      options,
    ),
  members: {
    list: (orgId, options) =>
      client.list(
        {
          name: 'organizations.members.list',
          method: 'GET',
          path: '/api/v1/organizations/{orgId}/members',
          query: ['role', 'state', 'limit', 'cursor'],
        },
        [orgId],
        options,
      ),
    get: (orgId, userId, options) =>
      client.call(
        {
          name: 'organizations.members.get',
          method: 'GET',
          path: '/api/v1/organizations/{orgId}/members/{userId}',
        },
        [orgId, userId],
        undefined,
        options,
      ),
    put: (orgId, userId, body, options) =>
      client.call(
        {
          name: 'organizations.members.put',
          method: 'PUT',
          path: '/api/v1/organizations/{orgId}/members/{userId}',
          conditional: true,
        },
        [orgId, userId],
        body,
        options,
      ),
    delete: (orgId, userId, options) =>
      client.call(
        {
          name: 'organizations.members.delete',
          method: 'DELETE',
          path: '/api/v1/organizations/{orgId}/members/{userId}',
          conditional: true,
        },
        [orgId, userId],
        undefined,
        options,
      ),
  },
  invitations: {
    list: (orgId, options) =>
      client.list(
        {
          name: 'organizations.invitations.list',
          method: 'GET',
          path: '/api/v1/organizations/{orgId}/invitations',
          query: ['state', 'limit', 'cursor'],
        },
        [orgId],
        options,
      ),
    create: (orgId, body, options) =>
      client.call(
        {
          name: 'organizations.invitations.create',
          method: 'POST',
          path: '/api/v1/organizations/{orgId}/invitations',
        },
        [orgId],
        body,
        options,
      ),
    get: (orgId, invId, options) =>
      client.call(
        {
          name: 'organizations.invitations.get',
          method: 'GET',
          path: '/api/v1/organizations/{orgId}/invitations/{invId}',
        },
        [orgId, invId],
        undefined,
        options,
      ),
    resend: (orgId, invId, options) =>
      client.call(
        {
          name: 'organizations.invitations.resend',
          method: 'POST',
          path: '/api/v1/organizations/{orgId}/invitations/{invId}/resend',
        },
        [orgId, invId],
        undefined,
        options,
      ),
    revoke: (orgId, invId, options) =>
      client.call(
        {
          name: 'organizations.invitations.revoke',
          method: 'DELETE',
          path: '/api/v1/organizations/{orgId}/invitations/{invId}',
          conditional: true,
        },
        [orgId, invId],
        undefined,
        options,
      ),
  },
  domains: {
    list: (orgId, options) =>
      client.call(
        {
          name: 'organizations.domains.list',
          method: 'GET',
          path: '/api/v1/organizations/{orgId}/domains',
        },
        [orgId],
        undefined,
        options,
      ),
    create: (orgId, body, options) =>
      client.call(
        {
          name: 'organizations.domains.create',
          method: 'POST',
          path: '/api/v1/organizations/{orgId}/domains',
        },
        [orgId],
        body,
        options,
      ),
    get: (orgId, domId, options) =>
      client.call(
        {
          name: 'organizations.domains.get',
          method: 'GET',
          path: '/api/v1/organizations/{orgId}/domains/{domId}',
        },
        [orgId, domId],
        undefined,
        options,
      ),
    update: (orgId, domId, body, options) =>
      client.call(
        {
          name: 'organizations.domains.update',
          method: 'PATCH',
          path: '/api/v1/organizations/{orgId}/domains/{domId}',
          conditional: true,
        },
        [orgId, domId],
        body,
        options,
      ),
    delete: (orgId, domId, options) =>
      client.call(
        {
          name: 'organizations.domains.delete',
          method: 'DELETE',
          path: '/api/v1/organizations/{orgId}/domains/{domId}',
          conditional: true,
        },
        [orgId, domId],
        undefined,
        options,
      ),
    verify: (orgId, domId, options) =>
      client.call(
        {
          name: 'organizations.domains.verify',
          method: 'POST',
          path: '/api/v1/organizations/{orgId}/domains/{domId}/verify',
        },
        [orgId, domId],
        undefined,
        options,
      ),
  },
  setupLinks: {
    list: (orgId, options) =>
      client.list(
        {
          name: 'organizations.setupLinks.list',
          method: 'GET',
          path: '/api/v1/organizations/{orgId}/setup-links',
          query: ['limit', 'cursor'],
        },
        [orgId],
        options,
      ),
    create: (orgId, body, options) =>
      client.call(
        {
          name: 'organizations.setupLinks.create',
          method: 'POST',
          path: '/api/v1/organizations/{orgId}/setup-links',
        },
        [orgId],
        body,
        options,
      ),
    revoke: (orgId, linkId, options) =>
      client.call(
        {
          name: 'organizations.setupLinks.revoke',
          method: 'DELETE',
          path: '/api/v1/organizations/{orgId}/setup-links/{linkId}',
        },
        [orgId, linkId],
        undefined,
        options,
      ),
  },
});
