import { operations } from '../generated/operations.ts';
import type { OperationId } from '../generated/operations.ts';
import type { OperationRow } from './operation-row.ts';
import type { Session } from './session.ts';

type Holder = Pick<Session, 'scopes'>;

const rowOf = (operation: OperationId): OperationRow => operations[operation];

/** The scopes that a user lacks for an operation. For one of several, each of them. */
export function lackedScopes({ scopes }: Holder, operation: OperationId): readonly string[] {
  const { scopes: required, isAnyScope } = rowOf(operation);
  const lacked = required.filter((scope) => !scopes.includes(scope));
  return isAnyScope && lacked.length < required.length ? [] : lacked;
}

/** Whether a user may call an operation. Hiding what they may not is a courtesy: the API decides. */
export const mayCall = (holder: Holder, operation: OperationId): boolean =>
  lackedScopes(holder, operation).length === 0;

/** The scopes that a user lacks for any of the operations, each once. */
export const scopesLackedFor = (
  holder: Holder,
  needed: readonly OperationId[],
): readonly string[] => [
  ...new Set(needed.flatMap((operation) => lackedScopes(holder, operation))),
];
