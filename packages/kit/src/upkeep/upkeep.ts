export { maintainPartitions, partitionUpkeep } from './partitions.ts';
export type { TimeLog } from './partitions.ts';
export { resealing } from './resealing.ts';
export type { ResealingOptions } from './resealing.ts';
export type { SealedColumn } from './reseal-column.ts';
export { auditBucket, bucketAudit } from './bucket-audit.ts';
export type { BucketAuditOptions, RowBucket } from './bucket-audit.ts';
