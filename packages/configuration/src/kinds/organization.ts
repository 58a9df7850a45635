import { CreateOrganizationRequest } from '@platform/contracts';
import type { CreateOrganizationRequest as Body, Organization } from '@platform/sdk';
import { attributeSettings } from './attribute-settings.ts';
import { attribute } from './attribute.ts';
import { defineKind } from './kind.ts';
import { role } from './role.ts';

/** Customers are data. Only those that settings refer to are configuration. */
export const organization = defineKind<Organization, Body>({
  name: 'organization',
  path: 'organizations',
  layout: 'files',
  schema: CreateOrganizationRequest.required({ slug: true }),
  key: ['slug'],
  refersBy: 'organization',
  after: [attribute, attributeSettings],
  references: [{ at: 'defaultRoles/*', to: role }],
  defaults: { externalId: null, logoUrl: null, primaryDomain: null, metadata: {} },
  isLookedUp: true,
  list: ({ platform }) => platform.organizations.list({ limit: 200 }),
  get: (platform, { id }) => platform.organizations.get(id).response(),
  create: ({ platform, body }) => platform.organizations.create(body),
  update: ({ platform, id, patch, options }) => platform.organizations.update(id, patch, options),
});
