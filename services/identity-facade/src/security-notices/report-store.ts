import { fromNow } from '@platform/kit/database';
import type { Tx } from '@platform/kit/database';
import { identityFacade } from '../generated/tables.ts';

const consumed = identityFacade.table('consumedEvent').pick('eventId');

/** Whether `isFirstTime` recorded the event within this many seconds. */
export const wasConsumedWithin = async (
  tx: Tx,
  { purpose, eventId }: { purpose: string; eventId: string },
  seconds: number,
): Promise<boolean> => {
  const recent = consumed.only((of) => of('consumedAt', '>', fromNow(-1_000 * seconds)));
  return (await recent.find(tx, { purpose, eventId })) !== undefined;
};
