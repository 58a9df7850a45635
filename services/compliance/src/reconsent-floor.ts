import type { Tx } from '@platform/kit/database';

/** A version that people who agreed to an earlier one have to agree to. */
export type ReconsentFloor =
  | { kind: 'purpose'; purposeKey: string; version: number }
  | { kind: 'document'; clientId: string; docType: string; locale: string; version: number };

/** Has everybody concerned told, in the background, that their consent is required anew. */
export type RequireReconsent = (tx: Tx, floor: ReconsentFloor) => Promise<void>;
