import type { AuditExportPartRecord, ExportRequest } from './export-store.ts';

const extension = ({ compression }: Pick<ExportRequest, 'compression'>): string =>
  compression === 'gzip' ? '.gz' : '';

/** The name of a file of records: `part-00001.ndjson.gz`. */
export const recordsName = (request: ExportRequest, part: number): string =>
  `part-${String(part).padStart(5, '0')}.${request.format}${extension(request)}`;

export const chainName = 'chain.ndjson.gz';
export const checkpointsName = 'checkpoints.ndjson.gz';
export const manifestName = 'manifest.json';

export function contentTypeOf({ name }: Pick<AuditExportPartRecord, 'name'>): string {
  if (name.endsWith('.gz')) return 'application/gzip';
  if (name.endsWith('.csv')) return 'text/csv; charset=utf-8';
  return name.endsWith('.json') ? 'application/json' : 'application/x-ndjson';
}
