import { Readable, pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Tx } from '@platform/kit/database';
import { scanLinks, scanRecords } from '../audit-log/record-scan.ts';
import { csvHeader, csvLine, ndjsonLine } from './export-lines.ts';
import type { AuditExportRecord, ExportRequest } from './export-record.ts';

/** Records that are looked at in one statement: a sparse filter never holds the database up for long. */
const windowSize = 2_000;
const maxPartBytes = 100 * 1024 * 1024;

/** Reads in a transaction of the export's tenant. */
export type ReadTenant = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** What a file of records holds, once it was read to its end. */
export interface PartContent {
  records: number;
  firstSeq: number;
  lastSeq: number;
  /** Everything up to here was looked at. */
  scannedSeq: number;
}

/** What the lines of an export are made of. */
export interface ContentOptions {
  read: ReadTenant;
  maxRecords: number;
  signal: AbortSignal;
}

/**
 * The lines of the next file of an export: until it is full, or everything is scanned. `content` tells what came out, and
 * how far the scan has come.
 */
export function recordLines(
  { request, scannedSeq, maxSeq }: Pick<AuditExportRecord, 'request' | 'scannedSeq' | 'maxSeq'>,
  { read, maxRecords, signal }: ContentOptions,
): { lines: AsyncIterable<string>; content: PartContent } {
  const content: PartContent = { records: 0, firstSeq: 0, lastSeq: 0, scannedSeq };
  const { format, includePersonalData } = request;
  const lineOf = format === 'csv' ? csvLine : ndjsonLine;

  async function* lines(): AsyncGenerator<string> {
    let bytes = 0;
    if (format === 'csv') yield csvHeader();
    while (content.scannedSeq < maxSeq) {
      signal.throwIfAborted();
      const after = content.scannedSeq;
      const upTo = Math.min(after + windowSize, maxSeq);
      for (const record of await read((tx) => scanRecords(tx, { after, upTo }, request))) {
        const line = lineOf(record, includePersonalData);
        bytes += Buffer.byteLength(line);
        content.firstSeq ||= record.seq;
        content.lastSeq = record.seq;
        content.records += 1;
        yield line;
        if (content.records >= maxRecords || bytes >= maxPartBytes) {
          content.scannedSeq = record.seq;
          return;
        }
      }
      content.scannedSeq = upTo;
    }
  }
  return { lines: lines(), content };
}

/** The link of every record of a stretch, one a line. */
export async function* chainLines(
  { firstSeq, lastSeq }: Pick<PartContent, 'firstSeq' | 'lastSeq'>,
  { read, signal }: Pick<ContentOptions, 'read' | 'signal'>,
): AsyncGenerator<string> {
  for (let after = firstSeq - 1; after < lastSeq;) {
    signal.throwIfAborted();
    const upTo = Math.min(after + windowSize, lastSeq);
    const from = after;
    const links = await read((tx) => scanLinks(tx, { after: from, upTo }));
    yield links.map((link) => `${JSON.stringify(link)}\n`).join('');
    after = upTo;
  }
}

/** Lines as bytes, compressed where the export asks for it. */
export function encoded(
  lines: AsyncIterable<string>,
  compression: ExportRequest['compression'],
): AsyncIterable<Uint8Array> {
  const text = Readable.from(lines, { objectMode: false });
  // An error of the lines ends the compressed stream too, where it is thrown.
  return compression === 'none' ? text : pipeline(text, createGzip(), () => undefined);
}
