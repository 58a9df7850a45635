import { complianceOperations } from './compliance/operations.ts';
import { directoryOperations } from './directory/operations.ts';
import { fgaOperations } from './fga/operations.ts';
import { hubOperations } from './hub/operations.ts';
import { identityFacadeOperations } from './identity-facade/operations.ts';
import { outboundOperations } from './outbound/operations.ts';
import type { Operation } from './operation.ts';
import type { ContextName } from './services.ts';

/** Every operation of the API, by the context that serves it. */
export const operationsByOwner = {
  hub: hubOperations,
  'identity-facade': identityFacadeOperations,
  directory: directoryOperations,
  compliance: complianceOperations,
  fga: fgaOperations,
  outbound: outboundOperations,
} as const satisfies Record<ContextName, Record<string, Operation>>;

/** An operation with its id and its owner. */
export interface CatalogueEntry {
  operationId: string;
  owner: ContextName;
  operation: Operation;
}

/** Every operation of the API. */
export const catalogue: readonly CatalogueEntry[] = (
  Object.entries(operationsByOwner) as [ContextName, Record<string, Operation>][]
).flatMap(([owner, group]) =>
  Object.entries(group).map(([operationId, operation]) => ({ operationId, owner, operation })),
);
