import type { OpenfgaAssertion } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { now } from '@platform/kit/database';
import { fga } from '../generated/tables.ts';

const assertions = fga.table('fgaAssertions').narrow<{ assertions: OpenfgaAssertion[] }>();

/** The assertions of a model, which are none until they are written. */
export const findAssertions = async (tx: Tx, modelId: string): Promise<OpenfgaAssertion[]> =>
  (await assertions.find(tx, { modelId }))?.assertions ?? [];

export const putAssertions = (
  tx: Tx,
  modelId: string,
  given: OpenfgaAssertion[],
): Promise<number> =>
  assertions.upsert(tx, { modelId, assertions: given, updatedAt: now }, ['modelId']);
