import type { ExportResource } from '@platform/contracts';
import { isoTime } from '@platform/kit/formats';
import type { ExportRecord } from './export-store.ts';

export const exportResource = (e: ExportRecord): ExportResource => ({
  id: e.id,
  state: e.state,
  subject: e.request.subject,
  relation: e.request.relation,
  type: e.request.type,
  context: e.request.context ?? null,
  contextualTuples: e.request.contextualTuples ?? [],
  modelId: e.modelId,
  scanned: e.scanned,
  matched: e.matched,
  unresolved: e.unresolved,
  truncated: e.truncated,
  truncatedBy: e.truncated ? ['max_objects'] : [],
  startRevision: e.startRevision,
  endRevision: e.endRevision,
  attempts: e.attempts,
  error: e.error,
  createdAt: e.createdAt.toISOString(),
  startedAt: isoTime(e.startedAt),
  updatedAt: e.updatedAt.toISOString(),
  completedAt: isoTime(e.completedAt),
  expiresAt: isoTime(e.expiresAt),
});

/** An export as its events show it. */
export const exportFact = (
  type: 'created' | 'completed' | 'failed' | 'deleted',
  record: ExportRecord,
) => {
  const { context: _context, contextualTuples: _tuples, ...shown } = exportResource(record);
  return {
    type: `fga.export_${type}` as const,
    subject: { type: 'fga_export', id: record.id },
    data: { export: shown },
  };
};
