import { PutComplianceProfileRequest } from '@platform/contracts';
import type { ComplianceProfile, PutComplianceProfileRequest as Body } from '@platform/sdk';
import { defineKind } from './kind.ts';

export const complianceProfile = defineKind<ComplianceProfile, Body>({
  name: 'compliance-profile',
  path: 'compliance-profile',
  layout: 'one',
  schema: PutComplianceProfileRequest,
  key: [],
  refersBy: 'name',
  resetTo: PutComplianceProfileRequest.parse({}),
  id: () => 'compliance-profile',
  list: async ({ platform }) => [await platform.complianceProfile.get()],
  get: (platform) => platform.complianceProfile.get().response(),
  create: ({ platform, body }) => platform.complianceProfile.put(body),
  update: ({ platform, body, options }) => platform.complianceProfile.put(body, options),
  delete: ({ platform, options }) => platform.complianceProfile.put({}, options),
});
