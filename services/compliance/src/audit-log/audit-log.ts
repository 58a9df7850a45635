export { findHead, logExtent, sealedSeqOf } from './log-extent.ts';
export { findRecord, searchRecords } from './record-search.ts';
export { asAuditRecord } from './record-view.ts';
export { listCheckpoints } from './checkpoint-store.ts';
