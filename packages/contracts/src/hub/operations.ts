import { apiResourceOperations } from './api-resource-operations.ts';
import { applicationOperations } from './application-operations.ts';
import { ipRuleOperations } from './ip-rule-operations.ts';
import { overviewOperations } from './overview-operations.ts';
import { tenantSettingsOperations } from './tenant-settings-operations.ts';

/** The operations of the API that the hub serves. */
export const hubOperations = {
  ...applicationOperations,
  ...apiResourceOperations,
  ...ipRuleOperations,
  ...tenantSettingsOperations,
  ...overviewOperations,
};
