import type { AuditExport, AuditExportPart, CreateAuditExportRequest } from '@platform/contracts';

/** What was asked for, times in UTC and defaults filled in. */
export type ExportRequest = CreateAuditExportRequest & { includeChain: boolean };

/** An export as its row holds it. */
export interface AuditExportRecord {
  id: string;
  state: AuditExport['state'];
  request: ExportRequest;
  location: string;
  maxSeq: number;
  scannedSeq: number;
  records: number;
  manifestSha256: string | null;
  /** Records whose rows are not as they were recorded; the first of them where there are many. */
  alteredSeqs: number[];
  error: AuditExport['error'];
  expiresAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** A file of an export; the manifest is part 0. */
export interface AuditExportPartRecord extends Omit<AuditExportPart, 'kind'> {
  kind: AuditExportPart['kind'] | 'manifest';
}
