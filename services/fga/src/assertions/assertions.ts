import type { OpenfgaAssertion } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import { findAssertions, putAssertions } from './assertion-store.ts';

/** The assertions of a model, in the form of OpenFGA's API, in which they are stored. */
export const assertionsOf = (tx: Tx, modelId: string): Promise<OpenfgaAssertion[]> =>
  findAssertions(tx, modelId);

/** Replaces the assertions of a model. The caller has checked that the model exists and could answer them. */
export const replaceAssertions = (
  tx: Tx,
  modelId: string,
  assertions: OpenfgaAssertion[],
): Promise<number> => putAssertions(tx, modelId, assertions);
