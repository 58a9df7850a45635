import { expect, test } from 'vitest';
import type { Operation } from '../operation.ts';
import { accessPolicyOperations } from './access-policy-operations.ts';
import { fgaAssertionOperations } from './assertion-operations.ts';
import { fgaCheckOperations } from './check-operations.ts';
import { entitlementOperatorOperations } from './entitlement-operations.ts';
import { fgaExportOperations } from './export-operations.ts';
import { fgaModelOperations } from './model-operations.ts';
import { permissionOperations } from './permission-operations.ts';
import { pimOperations } from './pim-operations.ts';
import { roleOperations } from './role-operations.ts';
import { tokenClaimsOperations } from './token-claims-operations.ts';
import { fgaTupleOperations } from './tuple-operations.ts';

const all: Record<string, Operation> = {
  ...accessPolicyOperations,
  ...fgaAssertionOperations,
  ...fgaCheckOperations,
  ...entitlementOperatorOperations,
  ...fgaExportOperations,
  ...fgaModelOperations,
  ...permissionOperations,
  ...pimOperations,
  ...roleOperations,
  ...tokenClaimsOperations,
  ...fgaTupleOperations,
};
const others: Record<string, [bytes: number, depth: number]> = {
  fgaTuplesImport: [8 * 1024 * 1024, 32],
  fgaModelWrite: [256 * 1024, 64],
  fgaModelValidate: [256 * 1024, 64],
};
const withBody = Object.entries(all).filter(([, { body }]) => body !== undefined);

test.each(withBody)('the body of %s has limits', (operationId, { maxBodyBytes, maxJsonDepth }) => {
  expect([maxBodyBytes, maxJsonDepth]).toEqual(others[operationId] ?? [512 * 1024, 32]);
});
