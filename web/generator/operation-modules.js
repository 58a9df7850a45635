import { catalogue, scopesOf } from '@platform/contracts';
import { kebabCase, placeOf } from '../../packages/sdk/generator/names.js';

const rowOf = ({ operation }) => ({
  scopes: scopesOf(operation.scopes),
  ...('anyOf' in operation.scopes && operation.scopes.anyOf.length > 1 && { isAnyScope: true }),
  ...(operation.stepUp && { stepUpSeconds: operation.stepUp.maxAgeSeconds }),
});

const writes = catalogue.filter(
  ({ operation: { method, mode } }) => method !== 'get' && mode !== 'query',
);

/** What each operation requires: every page asks for it, so it is small. */
export const operationsModule = () => `
import type { OperationRow } from '../client/operation-row.ts';

/** What each operation requires. */
export const operations = ${JSON.stringify(
  Object.fromEntries(catalogue.map((one) => [one.operationId, rowOf(one)])),
)} as const satisfies Readonly<Record<string, OperationRow>>;

/** The name of an operation of the API. */
export type OperationId = keyof typeof operations;

/** The name of an operation that changes something: the audit log has them. */
export type WriteOperationId = ${writes.map(({ operationId }) => `'${operationId}'`).join(' | ')};
`;

const requestOf = ({ operationId, operation }) => {
  const { name } = placeOf(operationId);
  return {
    method: operation.method.toUpperCase(),
    path: operation.path,
    call: name,
    command: name.split('.').map(kebabCase).join(' '),
    summary: operation.summary,
  };
};

/** How each operation is called: loaded with the dialog that shows code. */
export const requestsModule = () => `
import type { RequestRow } from '../client/operation-row.ts';
import type { OperationId } from './operations.ts';

/** How each operation is called. */
export const requests: Readonly<Record<OperationId, RequestRow>> = ${JSON.stringify(
  Object.fromEntries(catalogue.map((one) => [one.operationId, requestOf(one)])),
)};
`;
