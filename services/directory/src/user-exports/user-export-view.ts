import type { UserExport, UserExportPart } from '@platform/contracts';
import type { Tx } from '@platform/kit/database';
import type { UserExportRecord } from './user-export-store.ts';

export const userExportResource = (e: UserExportRecord, parts: UserExportPart[]): UserExport => ({
  id: e.id,
  state: e.state,
  format: e.request.format,
  compression: e.request.compression,
  filter: e.request.filter ?? null,
  progress: { records: e.records, total: e.total },
  parts,
  expiresAt: e.expiresAt?.toISOString() ?? null,
  error: e.error,
  requestedBy: e.requestedBy,
  createdAt: e.createdAt.toISOString(),
  updatedAt: e.updatedAt.toISOString(),
});

/** Publishes the outcome of an export, without its filter, which may name people. */
export const publishUserExport = (
  tx: Tx,
  type: 'created' | 'completed' | 'failed',
  record: UserExportRecord,
) =>
  tx.publish({
    type: `user_export.${type}`,
    subject: { type: 'user_export', id: record.id },
    data: { userExport: { ...userExportResource(record, []), filter: null } },
  });
