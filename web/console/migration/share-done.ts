import type { ImportJob } from '@platform/sdk';

type Progress = Pick<ImportJob['progress'], 'total' | 'read' | 'bytes' | 'bytesTotal'>;

/** The share of the source that has been read, from 0 to 1; by bytes if the number of records is unknown. */
export function shareDone({ total, read, bytes, bytesTotal }: Progress): number | undefined {
  if (total !== null && total > 0) return Math.min(1, read / total);
  if (bytesTotal !== null && bytesTotal > 0) return Math.min(1, bytes / bytesTotal);
  return total === 0 ? 1 : undefined;
}
