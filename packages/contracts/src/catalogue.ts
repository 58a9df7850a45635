import { operationsByContext } from './contexts/operations.ts';
import type { Operation } from './operation.ts';
import { contextNames } from './services.ts';
import type { ContextName } from './services.ts';

/**
 * Every operation of the API, by the context that serves it. The generated lists omit contexts
 * without operations.
 */
export const operationsByOwner = operationsByContext satisfies Record<
  ContextName,
  Record<string, Operation>
>;

type ByOwner = typeof operationsByOwner;

/** The id of an operation of the API. */
export type OperationId = { [O in ContextName]: Extract<keyof ByOwner[O], string> }[ContextName];

/** An operation with its id and its owner. */
export interface CatalogueEntry {
  operationId: OperationId;
  owner: ContextName;
  operation: Operation;
}

/** Every operation of the API. */
export const catalogue: readonly CatalogueEntry[] = contextNames.flatMap((owner) =>
  Object.entries<Operation>(operationsByOwner[owner]).map(([operationId, operation]) => ({
    operationId: operationId as OperationId,
    owner,
    operation,
  })),
);
