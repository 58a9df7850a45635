import { advisoryLocks } from '@platform/kit/database';

/** The advisory locks of this service. */
export const hubLocks = advisoryLocks('hub', [
  'apiResources',
  'applications',
  'bootstrap',
  'signingKeys',
  'tokenCutoff',
  'tokenCutoffAudit',
]);
