import type { Tx } from '@platform/kit/database';
import { identityFacade } from '../generated/tables.ts';

const peppers = identityFacade.table('movedPeppers');

export const findMovedPepper = (tx: Tx, id: string) => peppers.find(tx, { id });

export const upsertMovedPepper = (
  tx: Tx,
  pepper: { id: string; ownKeyId: string; keySealed: string },
): Promise<number> => peppers.upsert(tx, pepper, ['id']);

export const forgetOwnKeys = (tx: Tx): Promise<number> =>
  peppers.update(tx, {}, { ownKeyId: null });
