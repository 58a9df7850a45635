import type { Tx } from '@platform/kit/database';
import { scanAltered, scanLinks, scanRecords } from '../audit-log/record-scan.ts';
import type { AlteredRecord, ScannedRecord, Stretch } from '../audit-log/record-scan.ts';
import { csvHeader, csvLines, ndjsonLines } from './export-lines.ts';
import type { AuditExportRecord, ExportRequest } from './export-store.ts';

/** Records scanned per statement: bounds the load of a filter that few records pass. */
const windowSizes = { least: 500, most: 4_000 };
const linksAtOnce = 2_000;
const maxPartBytes = 100 * 1024 * 1024;
/** Records written at a time: compressing line by line takes longer than producing the lines. */
const blockSize = 100;

/** Reads in a transaction of the export's tenant. */
export type ReadTenant = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** The content of a file of records, complete after the last line has been read. */
export interface PartContent {
  records: number;
  firstSeq: number;
  lastSeq: number;
  /** The last scanned record. */
  scannedSeq: number;
  /** Records whose altered columns would hide them; at most {@link maxAltered} per file. */
  alteredSeqs: number[];
}

const maxAltered = 1_000;

export interface ContentOptions {
  read: ReadTenant;
  maxRecords: number;
  signal: AbortSignal;
}

/** Scans more records while few pass the filter, so that memory use stays about the same. */
const nextWindow = (size: number, found: number): number =>
  found < windowSizes.least / 2
    ? Math.min(2 * size, windowSizes.most)
    : Math.max(size / 2, windowSizes.least);

/** Yields records in blocks of at most {@link blockSize}; `room` is the number that still fits into the file. */
function* blocksOf<T>(records: readonly T[], room: () => number): Generator<T[]> {
  for (let at = 0; at < records.length && room() > 0;) {
    const block = records.slice(at, at + Math.min(blockSize, room()));
    at += block.length;
    yield block;
  }
}

/** Returns the records of a stretch that belong in the export, including those that an altered column would hide. */
async function scanStretch(tx: Tx, stretch: Stretch, request: ExportRequest) {
  const [found, altered] = await Promise.all([
    scanRecords(tx, stretch, request),
    scanAltered(tx, stretch, request),
  ]);
  if (altered.length === 0) return { records: found, altered };
  const records: ScannedRecord[] = [...found, ...altered.filter(({ isSelected }) => isSelected)];
  return { records: records.sort((a, b) => a.seq - b.seq), altered };
}

/** Adds the altered records among those that the file covers. */
function noteAltered(content: PartContent, altered: readonly AlteredRecord[]): void {
  const seqs = altered.map(({ seq }) => seq).filter((seq) => seq <= content.scannedSeq);
  content.alteredSeqs.push(...seqs.slice(0, maxAltered - content.alteredSeqs.length));
}

/**
 * Yields the lines of the next file of an export, until it is full or everything is scanned.
 * Updates `content` with the records written and the position of the scan.
 */
export function recordLines(
  { request, scannedSeq, maxSeq }: Pick<AuditExportRecord, 'request' | 'scannedSeq' | 'maxSeq'>,
  { read, maxRecords, signal }: ContentOptions,
): { lines: AsyncIterable<string>; content: PartContent } {
  const content: PartContent = {
    records: 0,
    firstSeq: 0,
    lastSeq: 0,
    scannedSeq,
    alteredSeqs: [],
  };
  const { format, includePersonalData } = request;
  const linesOf = format === 'csv' ? csvLines : ndjsonLines;
  let bytes = 0;
  const room = (): number => (bytes < maxPartBytes ? maxRecords - content.records : 0);

  async function* lines(): AsyncGenerator<string> {
    if (format === 'csv') yield csvHeader();
    for (let size = windowSizes.least; content.scannedSeq < maxSeq;) {
      signal.throwIfAborted();
      const after = content.scannedSeq;
      const upTo = Math.min(after + size, maxSeq);
      const { records, altered } = await read((tx) => scanStretch(tx, { after, upTo }, request));
      size = nextWindow(size, records.length);
      for (const block of blocksOf(records, room)) {
        const text = linesOf(block, includePersonalData);
        bytes += Buffer.byteLength(text);
        content.firstSeq ||= block[0]!.seq;
        content.lastSeq = block.at(-1)!.seq;
        content.records += block.length;
        yield text;
      }
      const isFull = room() === 0;
      content.scannedSeq = isFull ? content.lastSeq : upTo;
      noteAltered(content, altered);
      if (isFull) return;
    }
  }
  return { lines: lines(), content };
}

/** Yields the link of every record of a stretch, one per line. */
export async function* chainLines(
  { firstSeq, lastSeq }: Pick<PartContent, 'firstSeq' | 'lastSeq'>,
  { read, signal }: Pick<ContentOptions, 'read' | 'signal'>,
): AsyncGenerator<string> {
  for (let after = firstSeq - 1; after < lastSeq;) {
    signal.throwIfAborted();
    const upTo = Math.min(after + linksAtOnce, lastSeq);
    const from = after;
    const links = await read((tx) => scanLinks(tx, { after: from, upTo }));
    yield links.map((link) => `${JSON.stringify(link)}\n`).join('');
    after = upTo;
  }
}
