import type { Activation } from '@platform/sdk';

/** Activations by what can be done with them. */
export interface ElevationGroups {
  /** The user decides. */
  waiting: readonly Activation[];
  /** Requests on which others decide: the user's own ones, and those that the user has approved already. */
  others: readonly Activation[];
  /** Active, or approved for later. */
  active: readonly Activation[];
}

/** Sorts open activations; requests whose time to decide ends first come first. */
export function elevationGroups(activations: readonly Activation[]): ElevationGroups {
  const requested = activations
    .filter(({ state }) => state === 'requested')
    .sort((a, b) => (a.decisionDeadline ?? '~').localeCompare(b.decisionDeadline ?? '~'));
  return {
    waiting: requested.filter(({ canApprove }) => canApprove),
    others: requested.filter(({ canApprove }) => !canApprove),
    active: activations.filter(({ state }) => state === 'active' || state === 'scheduled'),
  };
}
