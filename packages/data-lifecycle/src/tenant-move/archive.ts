import { createHmac } from 'node:crypto';
import type { SecretBox } from '@platform/kit/secrets';

/** The form of archives that this version writes, and reads. */
export const archiveFormat = 1;

/** First line of an archive. */
export interface ArchiveHead {
  format: number;
  archiveId: string;
  service: string;
  tenantId: string;
  exportedAt: string;
  /** The tables in the order of their rows, with the columns that these have. */
  tables: { name: string; columns: string[] }[];
}

/** Last line of an archive. */
export interface ArchiveEnd {
  /** Number of rows of each table. */
  rows: Record<string, number>;
  /** MAC of all lines before it, under a key derived from the transfer key. */
  mac: string;
}

/** Every other line. `row` is the last member, and `sealed` has its values under the transfer key. */
export interface ArchiveRow {
  table: string;
  sealed: Record<string, string>;
  row: Record<string, unknown>;
}

/** Computes the MAC of the lines of an archive. */
export function archiveMac(transfer: Pick<SecretBox, 'deriveKey'>) {
  const mac = createHmac('sha256', transfer.deriveKey('tenant archive'));
  return {
    add: (line: string): void => void mac.update(line).update('\n'),
    digest: (): string => mac.digest('base64url'),
  };
}

/** Counts rows of tables. */
export function rowCounts() {
  const rows: Record<string, number> = {};
  return { rows, add: (table: string, n = 1): void => void (rows[table] = (rows[table] ?? 0) + n) };
}
