export {
  deleteReceiver,
  deleteRemovals,
  deleteRemovedSubject,
  existingReceiver,
  insertRemovedSubject,
  listOpenReceivers,
  listReceiversOfClient,
  listReceiversWithout,
  lockReceiver,
  lockReceivers,
  lockedReceiver,
  setManaged,
  setPolled,
  updateStream,
} from './receiver-store.ts';
export type { ReceiverRecord, StreamChange } from './receiver-store.ts';
export {
  countAttempt,
  deleteWithheldTokens,
  listPendingTokens,
  listTokensOfSubject,
  recordFailedAttempt,
  releaseToken,
} from './token-store.ts';
export type { QueuedToken, TokenCopies } from './token-store.ts';
