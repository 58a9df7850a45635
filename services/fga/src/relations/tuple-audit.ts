import { createHash } from 'node:crypto';

const auditedKeys = 100;

/** SHA-256 over the texts of keys, for audit records. */
export const digestOf = (keys: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(keys)).digest('hex');

/** The details in the audit record of a write. */
export const auditedWrite = ({
  written,
  deleted,
  keys,
}: {
  written: number;
  deleted: number;
  keys: readonly string[];
}) => ({ written, deleted, keys: keys.slice(0, auditedKeys), digest: digestOf(keys) });
