import { z } from 'zod';
import { Deletion, listOf, paging } from '../common/list.ts';
import { allOf, operations, recentSignIn } from '../operation.ts';
import { CreateSetupLinkRequest, SetupLink, SetupLinkWithUrl } from './setup-link.ts';

const read = allOf('tenant:orgs.read');
const write = allOf('tenant:orgs.write', 'tenant:federation.write');
const path = '/api/v1/organizations/{orgId}/setup-links';

/** Operations on setup links of organizations. */
export const setupLinkOperations = operations({
  organizationSetupLinksList: {
    method: 'get',
    path,
    scopes: read,
    summary: "Lists an organization's setup links, newest first",
    query: z.strictObject({ ...paging }),
    response: listOf(SetupLink),
    errors: [],
    noEtag: true,
  },
  organizationSetupLinksCreate: {
    method: 'post',
    path,
    scopes: write,
    stepUp: recentSignIn,
    summary: 'Creates a setup link for an organization',
    description:
      'With the link, an IT contact of the organization connects its identity provider, directory, domains and log streams, without an account. The link can be opened once. Its contact can have a new one sent to `recipient`, until 30 days after it was created. An organization can have up to 100 open setup links.',
    body: CreateSetupLinkRequest,
    response: SetupLinkWithUrl,
    secretAnswer: true,
    noEtag: true,
    errors: ['limit_exceeded'],
  },
  organizationSetupLinksRevoke: {
    method: 'delete',
    path: `${path}/{linkId}`,
    scopes: write,
    summary: 'Revokes a setup link',
    description:
      'Ends its sessions too, and those of links that its contact sent to colleagues. What was set up remains. Idempotent.',
    response: Deletion,
    errors: [],
  },
});
