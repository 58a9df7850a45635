import { accessPolicyOperations } from './fga/access-policy-operations.ts';
import { entitlementOperations } from './fga/entitlement-operations.ts';
import { fgaCheckOperations } from './fga/check-operations.ts';
import { fgaExportOperations } from './fga/export-operations.ts';
import { fgaModelOperations } from './fga/model-operations.ts';
import { permissionOperations } from './fga/permission-operations.ts';
import { pimOperations } from './fga/pim-operations.ts';
import { roleOperations } from './fga/role-operations.ts';
import { tokenClaimsOperations } from './fga/token-claims-operations.ts';
import { fgaTupleOperations } from './fga/tuple-operations.ts';
import { organizationOperations } from './directory/organization-operations.ts';
import { userOperations } from './directory/user-operations.ts';
import { applicationOperations } from './hub/application-operations.ts';
import { ipRuleOperations } from './hub/ip-rule-operations.ts';
import type { Operation } from './operation.ts';
import { claimSchemaOperations } from './outbound/claim-schema-operations.ts';
import { eventOperations } from './outbound/event-operations.ts';
import { hookOperations } from './outbound/hook-operations.ts';
import { webhookOperations } from './outbound/webhook-operations.ts';

/** A service that owns operations. */
export type OwnerName = 'hub' | 'directory' | 'outbound' | 'fga';

/** Every operation of the API, by owner. */
export const operationsByOwner = {
  hub: { ...applicationOperations, ...ipRuleOperations },
  directory: { ...userOperations, ...organizationOperations },
  outbound: {
    ...eventOperations,
    ...webhookOperations,
    ...hookOperations,
    ...claimSchemaOperations,
  },
  fga: {
    ...fgaModelOperations,
    ...fgaTupleOperations,
    ...fgaCheckOperations,
    ...fgaExportOperations,
    ...permissionOperations,
    ...roleOperations,
    ...entitlementOperations,
    ...accessPolicyOperations,
    ...pimOperations,
    ...tokenClaimsOperations,
  },
} as const satisfies Record<OwnerName, Record<string, Operation>>;

/** An operation with its id and its owner. */
export interface CatalogueEntry {
  operationId: string;
  owner: OwnerName;
  operation: Operation;
}

/** Every operation of the API. */
export const catalogue: readonly CatalogueEntry[] = (
  Object.entries(operationsByOwner) as [OwnerName, Record<string, Operation>][]
).flatMap(([owner, group]) =>
  Object.entries(group).map(([operationId, operation]) => ({ operationId, owner, operation })),
);
