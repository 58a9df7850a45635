import { batched } from '@platform/kit/cache';
import type { Database } from '@platform/kit/database';
import type { Logger } from '@platform/kit/telemetry';
import { takeTurns } from './lane-turns.ts';
import type { TurnDeps } from './lane-turns.ts';
import type { Turn, TurnInput } from './lane-turn.ts';

/** A lane that takes turns. */
export interface TurnTaker {
  tenantId: string;
  endpointId: string;
  /** Its last turn failed: it takes the next one alone, so that it cannot make those of other lanes fail. */
  isAlone: boolean;
  /** Returns what the turn records. Called again if the transaction is repeated. */
  input(): TurnInput;
}

export interface TurnGroupDeps extends TurnDeps {
  db: Pick<Database, 'transact'>;
  log: Logger;
}

/** Lanes in one transaction. */
const mostLanes = 64;

/**
 * Takes turns of a tenant's lanes in one transaction: those that ask together, and those that ask
 * while one is running. Resolves to `lost` if another pod holds the lane or it is gone, to `failed`
 * if nothing was committed.
 */
export function turnGroups(
  deps: TurnGroupDeps,
): (taker: TurnTaker) => Promise<Turn | 'lost' | 'failed'> {
  const { db, log } = deps;

  async function takeTogether(takers: readonly TurnTaker[]): Promise<(Turn | 'lost' | 'failed')[]> {
    const { tenantId } = takers[0]!;
    try {
      return await db.transact(
        { tenantId, actor: { type: 'system', id: 'outbound' } },
        async (tx) => {
          const inputs = takers.map((taker) => taker.input());
          const turns = await takeTurns(tx, deps, inputs);
          return inputs.map((input) => turns.get(input) ?? 'lost');
        },
      );
    } catch (error) {
      const endpointIds = takers.map(({ endpointId }) => endpointId);
      log.warn(
        { err: error, endpointIds },
        'the deliveries of endpoints could not be processed; retrying each on its own',
      );
      return takers.map(() => 'failed');
    }
  }

  return batched({
    work: takeTogether,
    nameOf: ({ tenantId, endpointId, isAlone }: TurnTaker) =>
      isAlone ? `${tenantId} ${endpointId}` : tenantId,
    most: mostLanes,
  });
}
