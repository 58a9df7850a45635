import { accessPolicyOperations } from './access-policy-operations.ts';
import { fgaAssertionOperations } from './assertion-operations.ts';
import { fgaCheckOperations } from './check-operations.ts';
import { entitlementOperations } from './entitlement-operations.ts';
import { fgaExportOperations } from './export-operations.ts';
import { fgaModelOperations } from './model-operations.ts';
import { permissionOperations } from './permission-operations.ts';
import { pimOperations } from './pim-operations.ts';
import { roleOperations } from './role-operations.ts';
import { tokenClaimsOperations } from './token-claims-operations.ts';
import { fgaTupleOperations } from './tuple-operations.ts';
import { userAccessOperations } from './user-access.ts';

/** The operations of the API that the access service serves. */
export const fgaOperations = {
  ...fgaModelOperations,
  ...fgaTupleOperations,
  ...fgaCheckOperations,
  ...fgaAssertionOperations,
  ...fgaExportOperations,
  ...permissionOperations,
  ...roleOperations,
  ...userAccessOperations,
  ...entitlementOperations,
  ...accessPolicyOperations,
  ...pimOperations,
  ...tokenClaimsOperations,
};
