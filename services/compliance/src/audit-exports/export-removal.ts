import { exportRemoval } from '@platform/data-lifecycle/file-exports';
import type { ExportRemoval } from '@platform/data-lifecycle/file-exports';
import { endExport } from './export-store.ts';

/** Removes the files of exports that ended, and after 400 days their rows. */
export const auditExportRemoval: ExportRemoval = exportRemoval({
  table: 'audit_exports',
  removalName: 'audit_export_removal',
  sweepName: 'audit-exports',
  rowRetentionMs: 400 * 86_400_000,
  end: endExport,
});
