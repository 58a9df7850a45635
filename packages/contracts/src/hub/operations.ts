import { apiResourceOperations } from './api-resource-operations.ts';
import { applicationOperations } from './application-operations.ts';
import { ipRuleOperations } from './ip-rule-operations.ts';
import {
  ownApplicationOperations,
  ownSessionOperations,
  userSessionOperations,
} from './user-session-operations.ts';
import { overviewOperations } from './overview-operations.ts';
import { tenantSettingsOperations } from './tenant-settings-operations.ts';
import { setupTestSignInOperations } from './test-sign-in-operations.ts';

/** The operations of the API that the hub serves. */
export const hubOperations = {
  ...applicationOperations,
  ...apiResourceOperations,
  ...ipRuleOperations,
  ...ownApplicationOperations,
  ...ownSessionOperations,
  ...userSessionOperations,
  ...tenantSettingsOperations,
  ...overviewOperations,
  ...setupTestSignInOperations,
};
