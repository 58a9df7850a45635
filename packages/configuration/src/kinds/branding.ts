import { isDeepStrictEqual } from 'node:util';
import { PutBrandingRequest } from '@platform/contracts';
import type { Branding, PutBrandingRequest as Body } from '@platform/sdk';
import { pick } from '../members/members.ts';
import { application } from './application.ts';
import { defineKind } from './kind.ts';
import { organization } from './organization.ts';

const initial = PutBrandingRequest.parse({});
const members = Object.keys(PutBrandingRequest.shape);

export const branding = defineKind<Branding, Body>({
  name: 'branding',
  path: 'login-experience/branding',
  layout: 'one',
  schema: PutBrandingRequest,
  key: [],
  refersBy: 'name',
  references: [
    { at: 'overrides/*/clientId', to: application },
    { at: 'overrides/*/organizationId', to: organization },
  ],
  resetTo: initial,
  // The API shows the name of the tenant in place of a name that is not set.
  isDeleted: ({ displayName: _shown, ...stored }) =>
    isDeepStrictEqual({ ...stored, displayName: null }, { ...initial, displayName: null }),
  nullResets: true,
  sets: ['supportedLocales'],
  list: async ({ platform }) => [await platform.loginExperience.branding.get()],
  get: (platform) => platform.loginExperience.branding.get().response(),
  project: (stored) => ({
    ...pick(stored, members),
    displayName: stored.isDefault ? null : stored.displayName,
  }),
  create: ({ platform, body }) => platform.loginExperience.branding.put(body),
  update: ({ platform, body, options }) => platform.loginExperience.branding.put(body, options),
  delete: ({ platform, options }) => platform.loginExperience.branding.put({}, options),
});
