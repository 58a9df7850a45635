import { PutConsentPurposeRequest, purposeKey } from '@platform/contracts';
import type { ConsentPurpose, PutConsentPurposeRequest as Body } from '@platform/sdk';
import { z } from 'zod';
import { defineKind } from './kind.ts';

export const consentPurpose = defineKind<ConsentPurpose, Body>({
  name: 'consent-purpose',
  path: 'consent-purposes',
  layout: 'files',
  schema: PutConsentPurposeRequest,
  additional: z.strictObject({ purposeKey }),
  key: ['purposeKey'],
  refersBy: 'name',
  creationOnly: ['effectiveAt'],
  isAdoptable: true,
  isBuiltIn: ({ source }) => source === 'implicit',
  list: ({ platform }) => platform.consentPurposes.list({ state: 'active', limit: 200 }),
  get: (platform, { id }) => platform.consentPurposes.get(id).response(),
  create: ({ platform, additional, body }) =>
    platform.consentPurposes.put(String(additional['purposeKey']), body),
  update: ({ platform, id, body, options }) => platform.consentPurposes.put(id, body, options),
  delete: ({ platform, id, options }) => platform.consentPurposes.retire(id, options),
});
