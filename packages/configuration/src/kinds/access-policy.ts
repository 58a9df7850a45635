import { CreatePolicyRequest } from '@platform/contracts';
import type { AccessPolicy, CreatePolicyRequest as Body } from '@platform/sdk';
import { z } from 'zod';
import { application } from './application.ts';
import { defineKind } from './kind.ts';
import type { TenantView } from './kind.ts';
import { organization } from './organization.ts';
import { role } from './role.ts';

async function* policiesOf({ platform, found }: TenantView): AsyncGenerator<AccessPolicy> {
  for (const { clientId } of found(application))
    yield* platform.accessPolicies.list(clientId, { limit: 200 });
}

export const accessPolicy = defineKind<AccessPolicy, Body>({
  name: 'access-policy',
  path: 'access-policies',
  layout: 'files',
  schema: CreatePolicyRequest,
  additional: z.strictObject({ clientId: z.string() }),
  key: ['clientId', 'name'],
  refersBy: 'accessPolicy',
  references: [
    { at: 'clientId', to: application },
    { at: 'conditions/subjects/*/organizationIds/*', to: organization },
    { at: 'conditions/subjects/*/roles/*', to: role },
  ],
  defaults: { description: null },
  list: policiesOf,
  get: (platform, { clientId, id }) => platform.accessPolicies.get(clientId, id).response(),
  create: ({ platform, additional, body }) =>
    platform.accessPolicies.create(String(additional['clientId']), body),
  update: ({ platform, resource, patch, options }) =>
    platform.accessPolicies.update(resource.clientId, resource.id, patch, options),
  delete: ({ platform, resource, options }) =>
    platform.accessPolicies.delete(resource.clientId, resource.id, options),
});
