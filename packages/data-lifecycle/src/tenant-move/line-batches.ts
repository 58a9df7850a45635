/** Lines that are imported together. */
export interface LineBatch {
  /** Number of lines before them. */
  from: number;
  lines: string[];
}

const maxLines = 500;
const maxBytes = 1_048_576;

/** Groups the lines of an archive; a longer line is alone. */
export async function* lineBatches(archive: AsyncIterable<string>): AsyncGenerator<LineBatch> {
  let batch: LineBatch = { from: 0, lines: [] };
  let bytes = 0;
  for await (const line of archive) {
    const size = Buffer.byteLength(line);
    const isFull = batch.lines.length === maxLines || bytes + size > maxBytes;
    if (isFull && batch.lines.length > 0) {
      yield batch;
      batch = { from: batch.from + batch.lines.length, lines: [] };
      bytes = 0;
    }
    batch.lines.push(line);
    bytes += size;
  }
  if (batch.lines.length > 0) yield batch;
}
