import type { Actor, HoldReason } from '@platform/contracts';
import type { RowOf, Tx } from '@platform/kit/database';
import { compliance } from '../generated/tables.ts';

const holds = compliance.table('erasureHolds').narrow<{
  /** The veto client or the service; empty for holds of callers. */
  sourceId: string;
  reasonCode: HoldReason;
  raisedBy: Actor;
  liftedBy: Actor | null;
}>();

export type HoldRecord = RowOf<typeof holds>;

/** Lists every hold of a request, oldest first. */
export const listHolds = (tx: Tx, requestId: string): Promise<HoldRecord[]> =>
  holds.list(tx, { where: { requestId }, orderBy: 'id' });

export type NewHold = Pick<
  HoldRecord,
  | 'id'
  | 'source'
  | 'sourceId'
  | 'reasonCode'
  | 'reason'
  | 'externalReference'
  | 'raisedAt'
  | 'expiresAt'
>;

export const insertHold = (tx: Tx, requestId: string, hold: NewHold): Promise<HoldRecord> =>
  holds.insertReturning(tx, {
    ...hold,
    requestId,
    state: 'active',
    raisedBy: tx.context.actor,
  });

export interface HoldEnd {
  state: 'lifted' | 'expired';
  at: Date;
  isOverridden?: boolean;
}

export const endHold = async (
  tx: Tx,
  id: string,
  { state, at, isOverridden = false }: HoldEnd,
): Promise<HoldRecord> =>
  (await holds.updateReturning(
    tx,
    { id },
    { state, liftedBy: tx.context.actor, liftedAt: at, isOverridden },
  ))!;

/** Updates a hold that its veto client or service raises again. */
export const updateHold = (
  tx: Tx,
  id: string,
  { reasonCode, reason, expiresAt }: Pick<HoldRecord, 'reasonCode' | 'reason' | 'expiresAt'>,
): Promise<number> => holds.update(tx, { id }, { reasonCode, reason, expiresAt });

/** Removes callers' texts from the holds of a request: they may name the person. */
export const redactHolds = (tx: Tx, requestId: string): Promise<number> =>
  holds.update(tx, { requestId }, { reason: '', externalReference: null });

/** Lists the active holds of a veto client, in the lock order of their requests. */
export const listHoldsOfVetoClient = (tx: Tx, sourceId: string): Promise<HoldRecord[]> =>
  holds.list(tx, { where: { source: 'veto', sourceId, state: 'active' }, orderBy: 'requestId' });
