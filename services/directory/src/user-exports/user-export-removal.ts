import { exportRemoval } from '@platform/data-lifecycle/file-exports';
import type { ExportRemoval } from '@platform/data-lifecycle/file-exports';
import { endUserExport } from './user-export-store.ts';

/** Removes the files of exports that ended, and after 90 days their rows. */
export const userExportRemoval: ExportRemoval = exportRemoval({
  table: 'user_exports',
  removalName: 'user_export_removal',
  sweepName: 'user-exports',
  rowRetentionMs: 90 * 86_400_000,
  end: endUserExport,
});
