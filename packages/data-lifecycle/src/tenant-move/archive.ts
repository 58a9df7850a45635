import { createHmac } from 'node:crypto';
import { problem } from '@platform/kit/problem';
import { parseKeys, secretBox } from '@platform/kit/secrets';
import type { SecretBox } from '@platform/kit/secrets';

/** The form of archives that this version writes, and reads. */
export const archiveFormat = 2;

/** First line of an archive. */
export interface ArchiveHead {
  format: number;
  archiveId: string;
  /** Identifies the transfer key, see {@link transferKeyId}. */
  keyId: string;
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
  scope?: string;
  sealed: Record<string, string>;
  row: Record<string, unknown>;
}

/** Creates the box of a transfer key. @throws 400 if it is not 32 bytes in base64 */
export function transferBox(transferKey: string): SecretBox {
  if (Buffer.from(transferKey, 'base64').length !== 32)
    throw problem('invalid_parameter', {
      detail: 'The transfer key must be 32 bytes in base64, as `openssl rand -base64 32` prints.',
    });
  return secretBox(parseKeys({ transfer: transferKey }, 'transfer'));
}

/** A text by which a transfer key can be recognized, without a way back to it. */
export const transferKeyId = (transfer: Pick<SecretBox, 'deriveKey'>): string =>
  transfer.deriveKey('tenant archive id').toString('hex').slice(0, 16);

/**
 * Computes the MAC of the lines of an archive, each over that of the lines before it: an import
 * that was interrupted continues `from` the last one.
 */
export function archiveMac(transfer: Pick<SecretBox, 'deriveKey'>, from: Buffer = Buffer.alloc(0)) {
  const key = transfer.deriveKey('tenant archive');
  let mac = from;
  return {
    add: (line: string): void => {
      mac = createHmac('sha256', key).update(mac).update(line).digest();
    },
    bytes: (): Buffer => mac,
    digest: (): string => mac.toString('base64url'),
  };
}

/** Counts rows of tables, from those that were counted before. */
export function rowCounts(rows: Record<string, number> = {}) {
  return { rows, add: (table: string, n = 1): void => void (rows[table] = (rows[table] ?? 0) + n) };
}

/** The table and scope of a line with a row. */
export function placeOf(line: string): { table: string; scope: string | undefined } | undefined {
  const [, table, scope] = /^\{"table":"(\w+)"(?:,"scope":"([0-9a-f-]{36})")?,/.exec(line) ?? [];
  return table === undefined ? undefined : { table, scope };
}
