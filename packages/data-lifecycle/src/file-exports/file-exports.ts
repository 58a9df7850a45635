import { Readable, pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Tx } from '@platform/kit/database';
import { file } from '@platform/kit/http';
import type { FileAnswer, RequestContext } from '@platform/kit/http';
import type { ObjectStore } from '@platform/kit/objects';
import { problem } from '@platform/kit/problem';
import { stringify } from 'csv-stringify/sync';

export { exportRemoval } from './export-removal.ts';
export type { ExportRemoval } from './export-removal.ts';

/** A file of an export. */
export interface ExportFile {
  name: string;
  bytes: number;
  sha256: string;
}

/** Rows as CSV (RFC 4180). Cells that a spreadsheet would run as formulas are escaped. */
export const csvText = (rows: unknown[][]): string =>
  stringify(rows, { record_delimiter: 'windows', escape_formulas: true });

/** Higher levels compress records of mostly ids and hashes hardly better. */
const gzipLevel = 3;

/** Encodes lines as bytes, compressed if the export asks for it. */
export function encoded(
  lines: AsyncIterable<string>,
  compression: 'gzip' | 'none',
): AsyncIterable<Uint8Array> {
  const text = Readable.from(lines, { objectMode: false });
  // An error in the lines also ends the compressed stream.
  return compression === 'none'
    ? text
    : pipeline(text, createGzip({ level: gzipLevel }), () => undefined);
}

/** The media type of a file, by its name. */
export function contentTypeOf({ name }: { name: string }): string {
  if (name.endsWith('.gz')) return 'application/gzip';
  if (name.endsWith('.csv')) return 'text/csv; charset=utf-8';
  return name.endsWith('.json') ? 'application/json' : 'application/x-ndjson';
}

/** The name of a file of records: `part-00001.ndjson.gz`. */
export const recordsName = (
  { format, compression }: { format: string; compression: 'gzip' | 'none' },
  part: number,
): string =>
  `part-${String(part).padStart(5, '0')}.${format}${compression === 'gzip' ? '.gz' : ''}`;

/** The problem of a file that the store does not have at the moment. */
export const fileUnavailable = () =>
  problem('upstream_unavailable', {
    detail: 'The file is not available at the moment; retry later',
  });

/** The bytes of a range of a stored file. @throws 503 if the store does not have it */
export async function* storedBytes(
  store: ObjectStore,
  key: string,
  range: { start: number; end: number },
): AsyncGenerator<Uint8Array> {
  const object = await store.get(key, range);
  if (!object) throw fileUnavailable();
  yield* object.body;
}

/** The response with a stored file of an export. @throws 503 if the store does not have it */
export async function storedFileAnswer(
  store: ObjectStore,
  key: string,
  { name, bytes, sha256 }: ExportFile,
): Promise<FileAnswer> {
  if (!(await store.head(key))) throw fileUnavailable();
  return file({
    contentType: contentTypeOf({ name }),
    size: bytes,
    version: sha256,
    attachment: name,
    open: (range) => storedBytes(store, key, range),
    headers: { 'cache-control': 'no-store' },
  });
}

/** Records who downloaded a file and from where; read operations write no audit record themselves. */
export const auditDownload = (
  tx: Tx,
  { principal, request }: Pick<RequestContext, 'principal' | 'request'>,
  downloaded: {
    operationId: string;
    subject: { type: string; id: string };
    details?: Record<string, unknown>;
  },
): Promise<void> =>
  tx.audit({
    actor: { ...tx.context.actor, clientId: principal.clientId },
    subject: downloaded.subject,
    data: {
      operationId: downloaded.operationId,
      outcome: 'success',
      status: 200,
      details: downloaded.details,
      sourceIp: request.clientIp,
      requestId: request.id,
      userAgent: request.userAgent?.slice(0, 200) || undefined,
    },
  });
