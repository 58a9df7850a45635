import type { ConsistencyInput } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { problem } from '@platform/kit/problem';
import type { Problem } from '@platform/kit/problem';
import type { StoreKnowledge, StoreSnapshot } from './store-knowledge.ts';
import type { CompiledModel } from '../models/compiled-model.ts';
import type { Models } from '../models/model-cache.ts';
import { consistencyTokenInvalid } from '../store/consistency-token.ts';
import type { ConsistencyTokens } from '../store/consistency-token.ts';
import { storeKeyOf } from '../store/store-key.ts';
import type { StoreContext } from '../store/store-key.ts';
import type { CheckMeter } from './check-metrics.ts';
import { postgresReader } from '../reading/postgres-reader.ts';
import { isStatementTimeout } from '../reading/timely-reader.ts';
import type { TupleReader } from '../reading/tuple-reader.ts';

/**
 * How a request reads: in a transaction of this tenant, opened only when it has to. The context names the store, and that of the
 * transaction has to name the same one.
 */
export interface SnapshotSource {
  context: StoreContext;
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** Which model, how fresh. */
export interface Wanted {
  modelId?: string | undefined;
  consistency?: ConsistencyInput | undefined;
}

/** Available before the store row has been read. */
export interface SnapshotStart {
  model: CompiledModel;
  reader: TupleReader;
  stopWhenLate: () => void;
}

/** One snapshot of a store. */
export interface Snapshot extends SnapshotStart {
  store: StoreSnapshot;
  began: number;
  token: string;
  /** Milliseconds until the request takes too long. */
  left: () => number;
}

export const lateProblem = (): Problem =>
  problem('upstream_timeout', { detail: 'The check took too long; retry, or simplify the model' });

/** Opens snapshots of stores. */
export function snapshots({
  models,
  knowledge,
  tokens,
  timeoutMs,
  meter,
  clock,
}: {
  models: Models;
  knowledge: StoreKnowledge;
  tokens: ConsistencyTokens;
  timeoutMs: number;
  meter: CheckMeter | undefined;
  clock: () => number;
}) {
  const freshAs = (storeKey: string, consistency: ConsistencyInput | undefined): number =>
    consistency && 'atLeastAsFresh' in consistency
      ? tokens.decode(storeKey, consistency.atLeastAsFresh)
      : 0;

  /**
   * Runs in one snapshot; 422 for a token of a revision that the store has not reached. `begin` starts immediately, with the
   * model that this process last saw active, so that its first reads are sent together with that of the store row; `work`
   * receives its result if that model is the active one.
   */
  async function inSnapshot<T, E = never>(
    { context, read }: SnapshotSource,
    wanted: Wanted,
    work: (snapshot: Snapshot, begun?: Promise<E>) => Promise<T>,
    begin?: (at: SnapshotStart) => Promise<E>,
  ): Promise<T> {
    const key = storeKeyOf(context);
    const atLeast = freshAs(key, wanted.consistency);
    const began = clock();
    const left = (): number => began + timeoutMs - clock();
    const stopWhenLate = (): void => {
      if (left() < 0) throw lateProblem();
    };
    try {
      return await read(async (tx) => {
        const reader = postgresReader(tx);
        const row = knowledge.read(tx);
        const likely = models.known(key, wanted.modelId ?? knowledge.lastActiveModel(key) ?? '');
        meter?.cached('model', likely !== undefined);
        let isOver = false;
        const begun =
          likely &&
          begin?.({
            model: likely,
            reader,
            stopWhenLate: () => {
              if (isOver) throw new Error('the snapshot has ended');
              stopWhenLate();
            },
          });
        begun?.catch(() => undefined);
        try {
          const store = await row;
          if (atLeast > store.revision) throw consistencyTokenInvalid();
          const isLikely =
            likely !== undefined && likely.id === (wanted.modelId ?? store.activeModelId);
          if (!isLikely) isOver = true;
          const model = isLikely ? likely : await models.inUse(tx, store, wanted.modelId);
          return await work(
            {
              model,
              reader,
              store,
              began,
              left,
              stopWhenLate,
              token: tokens.encode(key, store.revision),
            },
            isLikely ? begun : undefined,
          );
        } finally {
          isOver = true;
        }
      });
    } catch (error) {
      throw isStatementTimeout(error) ? lateProblem() : error;
    }
  }

  return { inSnapshot, freshAs };
}

/** See {@link snapshots}. */
export type Snapshots = ReturnType<typeof snapshots>;
