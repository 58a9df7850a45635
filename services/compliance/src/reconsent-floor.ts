import type { Tx } from '@platform/kit/database';

/** The lowest version that people who agreed to an earlier one must agree to. */
export type ReconsentFloor =
  | { kind: 'purpose'; purposeKey: string; version: number }
  | { kind: 'document'; clientId: string; docType: string; locale: string; version: number };

/** Starts a background job that publishes, for each affected person, that consent is required again. */
export type RequireReconsent = (tx: Tx, floor: ReconsentFloor) => Promise<void>;
