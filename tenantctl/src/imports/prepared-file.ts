import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import type { Field } from '../operations/operation-spec.ts';
import { userRows } from './user-rows.ts';
import type { ColumnMap } from './user-rows.ts';

/** A file of users in the form that the platform imports. */
export interface PreparedFile {
  sizeBytes: number;
  sha256: string;
  users: number;
  /** Why records are not in the file. */
  faults: readonly { row: number; detail: string }[];
}

/** Writes the users of a file as NDJSON, without those that are not valid. */
export async function prepareFile(
  file: string,
  prepared: string,
  { map, fields }: { map: ColumnMap; fields: readonly Field[] },
): Promise<PreparedFile> {
  const hash = createHash('sha256');
  const faults: { row: number; detail: string }[] = [];
  let users = 0;
  const output = createWriteStream(prepared, { mode: 0o600 });
  for await (const { row, user, fault } of userRows(file, map, fields)) {
    if (fault !== undefined) {
      faults.push({ row, detail: fault });
      continue;
    }
    const line = `${JSON.stringify(user)}\n`;
    hash.update(line);
    users++;
    if (!output.write(line)) await once(output, 'drain');
  }
  output.end();
  await once(output, 'finish');
  const { size: sizeBytes } = await stat(prepared);
  return { sizeBytes, sha256: hash.digest('hex'), users, faults };
}
