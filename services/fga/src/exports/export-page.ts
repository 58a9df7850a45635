import type { Tx } from '@platform/kit/database';
import type { RelationEngine } from '@platform/relations';
import type { ExportRecord, PageOfExport } from './export-store.ts';

export interface PageOptions {
  scan: Pick<RelationEngine['scan'], 'page'>;
  maxObjects: number;
  batchSize: number;
  ttlMs: number;
}

/** Scans the objects after `after`; undefined if the model has been deleted. */
export async function readPage(
  tx: Tx,
  { scan, maxObjects, batchSize, ttlMs }: PageOptions,
  { request, modelId, scanned }: ExportRecord,
  after: string | null,
): Promise<PageOfExport | undefined> {
  const limit = Math.min(batchSize, maxObjects - scanned);
  const page = await scan.page(tx, request, { modelId, after, limit });
  if (!page) return undefined;
  const { isLast, ...found } = page;
  const isFull = scanned + found.scanned >= maxObjects;
  return { ...found, done: isLast || isFull ? { truncated: !isLast, ttlMs } : undefined };
}
