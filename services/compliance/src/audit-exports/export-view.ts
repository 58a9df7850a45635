import type { AuditExport, AuditExportPart } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { AuditExportPartRecord, AuditExportRecord } from './export-store.ts';

const isShown = (part: AuditExportPartRecord): part is AuditExportPart & AuditExportPartRecord =>
  part.kind !== 'manifest';

export const auditExportResource = (
  e: AuditExportRecord,
  parts: readonly AuditExportPartRecord[],
): AuditExport => ({
  id: e.id,
  state: e.state,
  from: e.request.from,
  to: e.request.to,
  format: e.request.format,
  compression: e.request.compression,
  filter: e.request.filter ?? null,
  includePersonalData: e.request.includePersonalData,
  includeChain: e.request.includeChain,
  progress: { records: e.records, lastSeq: e.scannedSeq, maxSeq: e.maxSeq },
  parts: parts.filter(isShown),
  manifestSha256: e.manifestSha256,
  expiresAt: e.expiresAt?.toISOString() ?? null,
  error: e.error,
  createdAt: e.createdAt.toISOString(),
  updatedAt: e.updatedAt.toISOString(),
});

/** Publishes the outcome of an export. */
export const publishExportEvent = (
  tx: Tx,
  type: 'created' | 'completed' | 'failed',
  record: AuditExportRecord,
  parts: readonly AuditExportPartRecord[] = [],
) =>
  tx.publish({
    type: `audit_export.${type}`,
    subject: { type: 'audit_export', id: record.id },
    // The resource has files and hashes; a filter may name people, which subscribers must not
    // learn.
    data: { auditExport: { ...auditExportResource(record, parts), filter: null, parts: [] } },
  });
