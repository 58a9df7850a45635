import { advisoryLocks } from '@platform/kit/database';

/** The advisory locks of identity-facade. */
export const identityLocks = advisoryLocks('identityFacade', [
  'branding',
  'emailTemplates',
  'loginDomains',
  'socialConnectors',
]);
