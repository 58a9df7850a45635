// Generated from the catalogue of operations by `npm run generate:web`. Do not edit.

import type { FormDescriptor } from '../../client/form-descriptor.ts';

/** The body of `auditVerificationCreate`. */
export const auditVerificationCreate: FormDescriptor = {
  operationId: 'auditVerificationCreate',
  fields: [],
};
