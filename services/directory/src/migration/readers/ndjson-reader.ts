import { openFileContent } from './file-content.ts';
import type { SourceFile } from './file-content.ts';
import { linesOf } from './lines.ts';
import type { Line } from './lines.ts';
import { numberFault } from './number-fault.ts';
import { notUtf8 } from './utf8-text.ts';
import type {
  SourcePosition,
  SourceReadOptions,
  SourcePage,
  SourceReader,
  SourceRow,
} from './source-reader.ts';

/** Decodes a parsed line. */
export type DecodeRecord = (record: unknown) => Omit<SourceRow, 'row'>;

/** A file of lines, and their decoder. */
export interface LineFile {
  file: SourceFile;
  decode: DecodeRecord;
}

const maxLineBytes = 256 * 1024;
/** Long lines make pages of fewer records, because a page is one message to the database. */
const maxPageBytes = 8 * 1024 ** 2;

const unreadable = (detail: string): Omit<SourceRow, 'row'> => ({
  kind: 'user',
  sourceId: null,
  record: null,
  fault: { pointer: null, code: 'malformed_record', detail },
});

function rowOf({ text, fault }: Line, decode: DecodeRecord): Omit<SourceRow, 'row'> {
  if (fault === 'not_utf8') return unreadable(notUtf8.detail);
  if (text === undefined) return unreadable(`the line is longer than ${maxLineBytes} bytes`);
  const json = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  try {
    const row = decode(JSON.parse(json));
    const inexact = numberFault(json);
    return inexact ? { ...row, fault: inexact } : row;
  } catch {
    return unreadable('the line is not valid JSON');
  }
}

async function* pagesOf(
  { file, decode }: LineFile,
  from: SourcePosition,
  { pageRows, signal }: SourceReadOptions,
): AsyncGenerator<SourcePage> {
  const content = await openFileContent(file, from.offset, signal);
  let rows: SourceRow[] = [];
  let { row, offset } = from;
  let pageStart = offset;
  const page = (): SourcePage => {
    const next = { ...from, row, offset, bytes: from.bytes + content.packedBytes() };
    const given = rows;
    rows = [];
    pageStart = offset;
    return { rows: given, next };
  };
  for await (const lines of linesOf(content.chunks, offset, maxLineBytes)) {
    for (const line of lines) {
      row += 1;
      offset = line.end;
      rows.push({ ...rowOf(line, decode), row });
      if (rows.length >= pageRows || offset - pageStart >= maxPageBytes) yield page();
    }
  }
  if (rows.length > 0) yield page();
}

/** Reads files of JSON lines, one after the other. */
export function lineReader(files: readonly LineFile[]): SourceReader {
  const sizes = files.map(({ file }) => file.sizeBytes ?? 0);
  const bytesBefore = (index: number): number =>
    sizes.slice(0, index).reduce((sum, size) => sum + size, 0);
  return {
    bytesTotal: files.every(({ file }) => file.sizeBytes !== null)
      ? bytesBefore(files.length)
      : null,
    async *pages(options) {
      let at = options.from;
      for (const [index, file] of files.entries()) {
        if (index < at.file) continue;
        if (index > at.file) at = { ...at, file: index, offset: 0 };
        const begin = { ...at, bytes: bytesBefore(index) };
        for await (const page of pagesOf(file, begin, options)) {
          at = page.next;
          yield page;
        }
      }
    },
  };
}

const textAt = (record: unknown, name: string): string | null => {
  const value =
    typeof record === 'object' && record !== null && Object.hasOwn(record, name)
      ? (record as Record<string, unknown>)[name]
      : null;
  return typeof value === 'string' ? value : null;
};

/** Lines that already have the form of users, or that the tenant's mapping maps. */
export const plainRecord: DecodeRecord = (record) => ({
  kind: 'user',
  sourceId: textAt(record, 'sourceId') ?? textAt(record, 'externalId'),
  record,
});
