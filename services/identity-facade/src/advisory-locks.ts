import { advisoryLocks } from '@platform/kit/database';

export const identityLocks = advisoryLocks('identityFacade', [
  'branding',
  'emailTemplates',
  'loginDomains',
  'signInMethods',
  'socialConnectors',
]);
