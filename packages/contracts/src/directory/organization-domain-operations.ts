import { Deletion, listOf } from '../common/list.ts';
import { allOf, operations } from '../operation.ts';
import {
  AddDomainRequest,
  OrganizationDomain,
  UpdateDomainRequest,
} from './organization-domain.ts';

const read = allOf('tenant:orgs.read');
const write = allOf('tenant:orgs.write');
const path = '/api/v1/organizations/{orgId}/domains';

/** Operations on domains of organizations, which are verified by DNS. */
export const organizationDomainOperations = operations({
  organizationDomainsList: {
    method: 'get',
    path,
    scopes: read,
    summary: "Lists an organization's domains",
    response: listOf(OrganizationDomain),
    errors: [],
    noEtag: true,
  },
  organizationDomainsAdd: {
    method: 'post',
    path,
    scopes: write,
    summary: 'Adds a domain to an organization',
    description:
      'The domain is `pending` until the TXT record in `verification` is found. Public suffixes, consumer mail domains and domains of the platform are not accepted.',
    body: AddDomainRequest,
    bodyOptional: true,
    response: OrganizationDomain,
    errors: ['already_exists', 'conflict', 'limit_exceeded'],
  },
  organizationDomainsGet: {
    method: 'get',
    path: `${path}/{domId}`,
    scopes: read,
    summary: "Gets an organization's domain",
    response: OrganizationDomain,
    errors: [],
  },
  organizationDomainsUpdate: {
    method: 'patch',
    path: `${path}/{domId}`,
    scopes: write,
    summary: "Updates an organization's domain",
    body: UpdateDomainRequest,
    mergePatch: true,
    response: OrganizationDomain,
    errors: ['precondition_failed'],
  },
  organizationDomainsDelete: {
    method: 'delete',
    path: `${path}/{domId}`,
    scopes: write,
    summary: 'Removes a domain from an organization',
    response: Deletion,
    errors: ['precondition_failed'],
  },
  organizationDomainsVerify: {
    method: 'post',
    path: `${path}/{domId}/verify`,
    scopes: write,
    summary: 'Verifies a domain now',
    description:
      'Looks up the TXT record and returns the domain, whether or not it could be verified; `verification.lastResult` reports the result. Can be called once every 10 seconds for each domain.',
    response: OrganizationDomain,
    errors: ['conflict'],
    mode: 'external',
  },
});
